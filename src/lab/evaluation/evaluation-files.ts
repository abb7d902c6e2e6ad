/** @file The files beside an evaluation's records: its header and its table. */
import { LabError } from '../../core/errors.ts';
import type { EvaluationTable, TaskRecord } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { evaluationTitle } from '../../core/evaluation-name.ts';
import { asJson, jsonMembers, jsonText, type JsonObject } from '../../core/json.ts';
import { experimentFolder, Experiments } from '../experiments/experiments.ts';
import { exampleFingerprints, parseEvaluation, type Evaluation, type EvaluationSpec } from './evaluation-spec.ts';
import type { ExampleFingerprints } from '../run/example-datasets.ts';
import { TABLE_FORMATS } from './export-table.ts';
import { countRecords, readRecords } from './record-files.ts';
import { createTableFold, type TableSizes, type TableFold } from './results.ts';
import { countTasks, type EvaluationHost } from './run-evaluation.ts';
import { now, wallClock } from '../../core/clock.ts';

const EVERY = 700;
/** Folding takes at most one part in this many of the time. */
const SHARE = 6;

export interface TableTeller {
  add(record: TaskRecord): void;
  finish(): Promise<void>;
}

/** @param fold records go there */
export function createTableTeller(fold: TableFold, tell: (table: EvaluationTable) => void): TableTeller {
  let folding: Promise<void> | null = null;
  let next = now();
  const retell = async (): Promise<void> => {
    const started = now();
    tell(await fold.table());
    next = now() + Math.max(EVERY, SHARE * (now() - started));
  };
  return {
    add(record) {
      fold.add(record);
      if (folding !== null || now() < next) return;
      folding = retell().finally(() => (folding = null));
    },
    async finish() {
      await folding;
      await retell();
    },
  };
}

export interface EvaluationHeader extends TableSizes {
  readonly spec: EvaluationSpec;
  readonly dataset: string;
  readonly examples?: ExampleFingerprints;
}

const encoder = new TextEncoder();

/** Keeps the spec of an evaluation; the time of its first start and its outcome stay. */
export async function writeHeader(files: FileStore, { spec, ...more }: EvaluationHeader): Promise<void> {
  const kept = new Experiments(files);
  const before = await kept.find(spec.name).catch(() => null);
  const asked = asJson(spec) as JsonObject;
  const dataset = jsonText(jsonMembers(jsonMembers(asked['spec'])['dataset'])['name']);
  const tasks = more.tasks.reduce((sum, count) => sum + count, 0);
  await kept.create({
    id: spec.name,
    kind: 'grid',
    startedAt: before?.startedAt ?? wallClock(),
    outcome: before?.outcome ?? 'running',
    title: evaluationTitle(asked),
    about: `${String(tasks)} tasks`,
    dataset,
    spec: asked,
    more: asJson(more) as JsonObject,
  });
}

export const evaluationOf = ({ spec, dataset, examples }: EvaluationHeader): Evaluation =>
  parseEvaluation(spec, dataset, examples);

export function headerOf(evaluation: Evaluation, host: Pick<EvaluationHost, 'dataset' | 'examples'>): EvaluationHeader {
  const examples = exampleFingerprints(evaluation, host.examples);
  return {
    spec: evaluation.spec,
    dataset: host.dataset.manifest.sha256,
    ...(Object.keys(examples).length > 0 && { examples }),
    tasks: countTasks(evaluation, host),
    catalogue: host.dataset.manifest.counts.items,
  };
}

/** Checks that kept results are continued, never replaced. @throws LabError `spec-invalid` for runs not asked for */
export async function requireContinued(files: FileStore, { spec, cells }: Evaluation, out: string): Promise<void> {
  const asked = new Set(cells.map(({ digest }) => digest));
  const others = [...(await countRecords(files, spec.name)).keys()].filter((digest) => !asked.has(digest));
  if (others.length === 0) return;
  const runs = `${String(others.length)} ${others.length === 1 ? 'run' : 'runs'}`;
  const problem = `${out} has an evaluation "${spec.name}" already, with ${runs} that this one does not ask for`;
  throw new LabError('spec-invalid', `${problem}. Give this one another "name", or another folder with --out.`);
}

export async function keptEvaluations(files: FileStore): Promise<string[]> {
  return (await new Experiments(files).list()).flatMap(({ id, kind }) => (kind === 'grid' ? id : []));
}

export async function readHeader(files: FileStore, name: string): Promise<EvaluationHeader> {
  const { spec, more } = await new Experiments(files).get(name);
  return { ...more, spec } as unknown as EvaluationHeader;
}

/** The table of what is kept. @throws LabError `name-unknown` */
export async function readTable(files: FileStore, name: string): Promise<EvaluationTable> {
  const header = await readHeader(files, name);
  const evaluation = evaluationOf(header);
  const fold = createTableFold(evaluation, header);
  for (const { digest } of evaluation.cells)
    for (const record of (await readRecords(files, name, digest)).values()) fold.add(record);
  return fold.table();
}

/** Writes `table.csv` and `table.json` beside the records. @returns their paths */
export async function writeTable(files: FileStore, table: EvaluationTable): Promise<string[]> {
  const paths: string[] = [];
  for (const [extension, format] of Object.entries(TABLE_FORMATS)) {
    const path = `${experimentFolder(table.name)}/table.${extension}`;
    await files.write(path, encoder.encode(format(table)));
    paths.push(path);
  }
  return paths;
}
