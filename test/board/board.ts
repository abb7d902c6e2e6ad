/**
 * @file The board *Which small models can plan?*: a row is an evaluation file and the digests of its runs. Playing a row asks no model: the rules are
 * run, and what models replied comes with the lab.
 */
import { readdirSync } from 'node:fs';
import type { EvaluationTable, TaskRecord } from '../../src/core/evaluation.ts';
import { isFatal, LabError, NEVER } from '../../src/core/errors.ts';
import { REASONER_ID } from '../../src/core/reasoner-name.ts';
import { itemOfTask, itemsOfTask, type LabelledTask } from '../../src/core/task.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { loadPackaged, packagedFiles } from '../../src/cli/datasets.ts';
import { createModelOpener, modelPlaces } from '../../src/cli/open-model.ts';
import { inFile, readSpec } from '../../src/cli/spec-file.ts';
import { openSqlEngine } from '../../src/cli/open-sql-engine.ts';
import { parseEvaluation, type Evaluation, type EvaluationCell } from '../../src/lab/evaluation/evaluation-spec.ts';
import { createTableFold } from '../../src/lab/evaluation/results.ts';
import { countTasks } from '../../src/lab/evaluation/run-evaluation.ts';
import { answersOf, recordFold } from '../../src/lab/evaluation/task-record.ts';
import { isBaseline } from '../../src/lab/run/baseline-spec.ts';
import { createSplit, createTasks, metricsOf } from '../../src/lab/run/registry.ts';
import { run } from '../../src/lab/run/run.ts';
import { openSession, type Session } from '../../src/lab/run/session.ts';
import { runSimulation } from '../../src/lab/simulation/run-simulation.ts';
import type { ConversationSpec } from '../../src/notebook/notebook.ts';
import { countsOf, NO_COUNTS, together, type Counts, type Share } from '../bench/language-model/rates.ts';

/** What a method of a row came to. */
export interface PlayedMethod {
  readonly label: string;
  readonly digest: string;
  readonly counts: Counts;
  readonly tasks: number;
  /** Answers in the first five, of the scale's right half, or at most half a star from the truth. */
  readonly right: Share;
}

export interface PlayedRow {
  /** Who planned: the rules, a model, or nobody. */
  readonly model: string;
  readonly task: string;
  readonly methods: readonly PlayedMethod[];
  readonly table: EvaluationTable | null;
}

export const rowsIn = (folder: string): readonly string[] => readdirSync(folder).sort();

/** What a row runs, of a dataset with this fingerprint. */
const evaluationIn = (path: string, fingerprint = ''): Evaluation =>
  inFile(path, () => parseEvaluation(readSpec(path), fingerprint));

const conversationIn = (path: string): ConversationSpec | null =>
  path.endsWith('.conversation.json') ? (readSpec(path) as ConversationSpec) : null;

export const labelsIn = (path: string): readonly string[] =>
  [conversationIn(path)?.planning ?? evaluationIn(path).cells.map(({ label }) => label)].flat();

/** Of the answer that counts first; a task that failed has the values of a miss. */
function isRight({ values }: TaskRecord): number {
  return values['HR@5'] ?? values['Accuracy'] ?? Number((values['MAE'] ?? Infinity) <= 0.5);
}

/** What a model did in a task. What is told before the first step nobody chose. */
function countsIn(events: readonly TraceEvent[], { task }: LabelledTask): Counts {
  const chosen = events.filter(({ type, node }) => !type.startsWith('tool-') || node.includes('.'));
  const items = [itemOfTask(task), ...itemsOfTask(task)].flatMap((item) => item?.id ?? []);
  return countsOf(chosen, { user: task.user.id, items: new Set(items) });
}

/** Runs a cell; its events without their times are what the digest is of. */
async function playCell({ spec, digest: cell, label }: EvaluationCell, session: Session) {
  const { dataset } = session;
  const tasks = new Map(createTasks(spec, dataset, createSplit(spec, dataset)).map((task) => [task.id, task]));
  const recordOf = recordFold(cell, tasks, metricsOf(spec), answersOf(spec));
  const records: TaskRecord[] = [];
  let events: TraceEvent[] = [];
  let counts = NO_COUNTS;
  let ended: LabError | null = null;
  const write = (event: TraceEvent): void => {
    // Nothing of a row that ends early may count as what it came to.
    if (event.type === 'error' && (event.node === '' || isFatal(event.error))) ended = LabError.fromData(event.error);
    events.push(event);
    const record = recordOf(event);
    const task = record && tasks.get(record.task);
    if (record === null || !task) return;
    records.push(record);
    counts = together(counts, countsIn(events, task));
    events = [];
  };
  const { digest } = await run(spec, { ...session, now: () => 0, write, signal: NEVER });
  if (ended !== null) throw ended as LabError;
  const right = { yes: records.reduce((sum, record) => sum + isRight(record), 0), of: records.length };
  return { label, digest, counts, tasks: records.length, right, records };
}

async function openOn(name: string): Promise<Session> {
  const dataset = await loadPackaged(name, NEVER);
  const models = createModelOpener(modelPlaces({}), () => undefined);
  return openSession(await openSqlEngine(), dataset, { ...packagedFiles(dataset), ...models });
}

/** What is right in a conversation readers say. */
async function playConversation(spec: ConversationSpec): Promise<PlayedRow> {
  const session = await openOn(spec.dataset.name);
  const events: TraceEvent[] = [];
  const write = (event: TraceEvent): void => void events.push(event);
  const { digest, tasks } = await runSimulation(spec, { ...session, now: () => 0, write, signal: NEVER });
  session.close();
  const counts = countsOf(events, { user: null, items: new Set() });
  const method = { label: spec.planning, digest, counts, tasks, right: { yes: 0, of: 0 } };
  return { model: spec.model.name, task: spec.kind, methods: [method], table: null };
}

/**
 * Plays a row again, without asking any model.
 * @throws LabError `reply-not-recorded` where its recording is missing or lacks a reply
 */
export async function playRow(path: string): Promise<PlayedRow> {
  const conversation = conversationIn(path);
  if (conversation !== null) return playConversation(conversation);
  const [first] = evaluationIn(path).cells;
  if (first === undefined) throw new LabError('spec-invalid', `${path} holds nothing.`);
  const session = await openOn(first.spec.dataset.name);
  const evaluation = evaluationIn(path, session.dataset.manifest.sha256);
  const fold = createTableFold(evaluation, { tasks: countTasks(evaluation, session) });
  const methods: PlayedMethod[] = [];
  let model = 'none';
  for (const cell of evaluation.cells) {
    const { recommender, model: asked } = cell.spec;
    if (!isBaseline(recommender)) model = asked.name === REASONER_ID ? 'rules' : asked.name;
    const { records, ...played } = await playCell(cell, session);
    for (const record of records) fold.add(record);
    methods.push(played);
  }
  session.close();
  return { model, task: first.spec.tasks.name, methods, table: await fold.table() };
}
