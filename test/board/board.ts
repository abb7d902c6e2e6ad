/**
 * @file The board *Which small models can plan?*: a row is an evaluation file and the digests of its runs. Playing a row asks no model: the rules are
 * run, and what models replied comes with the lab.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluationTable } from '../../src/core/evaluation.ts';
import { isFatal, LabError } from '../../src/core/errors.ts';
import { REASONER_ID, REASONER_TITLE } from '../../src/core/reasoner-name.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { loadPackaged, packagedFiles } from '../../src/cli/datasets.ts';
import { createModelOpener, modelPlaces } from '../../src/cli/open-model.ts';
import { inFile, readSpec } from '../../src/cli/spec-file.ts';
import { openSqlEngine } from '../../src/cli/open-sql-engine.ts';
import { parseEvaluation, type EvaluationCell } from '../../src/lab/evaluation/evaluation-spec.ts';
import { createTableFold } from '../../src/lab/evaluation/results.ts';
import { countTasks } from '../../src/lab/evaluation/run-evaluation.ts';
import { answersOf, recordFold } from '../../src/lab/evaluation/task-record.ts';
import { isBaseline } from '../../src/lab/run/baseline-spec.ts';
import { createSplit, createTasks, metricsOf } from '../../src/lab/run/registry.ts';
import { run } from '../../src/lab/run/run.ts';
import { openSession } from '../../src/lab/run/session.ts';

const EVALUATION = '.evaluation.json';
const DIGESTS = 'digests.json';

/** The digests of the runs of a row, by method. */
export type Digests = Readonly<Record<string, string>>;

/** What a row came to. */
export interface PlayedRow {
  readonly name: string;
  /** Who planned: the rules, a model, or nobody. */
  readonly model: string;
  readonly digests: Digests;
  readonly table: EvaluationTable;
}

/** The rows of a folder by name. */
export const rowsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(EVALUATION))
    .map((name) => name.slice(0, -EVALUATION.length))
    .sort();

/** The digests that a folder holds its rows to. */
export const digestsIn = (folder: string): Readonly<Record<string, Digests>> =>
  existsSync(join(folder, DIGESTS))
    ? (JSON.parse(readFileSync(join(folder, DIGESTS), 'utf8')) as Record<string, Digests>)
    : {};

/** Holds rows to what they came to. */
export function writeDigests(folder: string, rows: readonly PlayedRow[]): void {
  const all = { ...digestsIn(folder), ...Object.fromEntries(rows.map(({ name, digests }) => [name, digests])) };
  const there = Object.fromEntries(
    rowsIn(folder).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  writeFileSync(join(folder, DIGESTS), `${JSON.stringify(there, null, 2)}\n`);
}

/** What differs between what a row came to and what it is held to, in sentences; none where nothing does. */
export function differencesOf({ name, digests }: PlayedRow, held: Digests | undefined): string[] {
  if (held === undefined) return [`${name} has no digests yet: run \`npm run board -- --write ${name}\`.`];
  const methods = new Set([...Object.keys(held), ...Object.keys(digests)]);
  return [...methods].flatMap((method) =>
    held[method] === digests[method]
      ? []
      : [`${name}, ${method}: its digest is ${digests[method] ?? 'missing'}, and ${held[method] ?? 'none'} is held.`],
  );
}

/** Opens a row for runs; models that do not come with the lab are nowhere. */
async function openRow(folder: string, name: string) {
  const path = join(folder, `${name}${EVALUATION}`);
  const input = inFile(path, () => readSpec(path));
  const [first] = inFile(path, () => parseEvaluation(input, '').cells);
  if (first === undefined) throw new LabError('spec-invalid', `${name} holds nothing.`);
  const { signal } = new AbortController();
  const dataset = await loadPackaged(first.spec.dataset.name, signal);
  const models = createModelOpener(modelPlaces({}), () => undefined);
  const session = openSession(await openSqlEngine(), dataset, { ...packagedFiles(dataset), ...models });
  return { evaluation: parseEvaluation(input, dataset.manifest.sha256), session, signal };
}

type OpenRow = Awaited<ReturnType<typeof openRow>>;

/** Runs a cell; its events without their times are what the digest is of. */
async function playCell({ spec, digest: cell }: EvaluationCell, { session, signal }: OpenRow) {
  const tasks = createTasks(spec, session.dataset, createSplit(spec, session.dataset));
  const fold = recordFold(cell, new Map(tasks.map((task) => [task.id, task])), metricsOf(spec), answersOf(spec));
  const records: NonNullable<ReturnType<typeof fold.add>>[] = [];
  let ended: LabError | null = null;
  const write = (event: TraceEvent): void => {
    // Nothing of a row that ends early may count as what it came to.
    if (event.type === 'error' && (event.node === '' || isFatal(event.error))) ended = LabError.fromData(event.error);
    const record = fold.add(event);
    if (record !== null) records.push(record);
  };
  const { digest } = await run(spec, { ...session, now: () => 0, write, signal });
  if (ended !== null) throw ended as LabError;
  return { digest, records };
}

/**
 * Plays a row again, without asking any model.
 * @throws LabError `reply-not-recorded` where its recording is missing or lacks a reply
 */
export async function playRow(folder: string, name: string): Promise<PlayedRow> {
  const row = await openRow(folder, name);
  const { evaluation, session } = row;
  const fold = createTableFold(evaluation, { tasks: countTasks(evaluation, session) });
  const digests: Record<string, string> = {};
  let model = 'none';
  for (const cell of evaluation.cells) {
    const { recommender, model: asked, seed } = cell.spec;
    const ofRules = `${REASONER_TITLE}, ${name.replace('rules-', '')}`;
    if (!isBaseline(recommender)) model = asked.name === REASONER_ID ? ofRules : asked.name;
    const { digest, records } = await playCell(cell, row);
    for (const record of records) fold.add(record);
    digests[`${cell.label}${evaluation.spec.seeds === undefined ? '' : ` (seed ${String(seed)})`}`] = digest;
  }
  session.close();
  return { name, model, digests, table: await fold.table() };
}
