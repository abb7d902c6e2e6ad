/** @file The kind `grid`: grids over the open dataset are run, kept, read and traced. */
import { now, wallClock } from '../../core/clock.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { evaluationName, UNNAMED } from '../../core/evaluation-name.ts';
import type { EvaluationEnd } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { tellWorking } from '../../trace/call-record.ts';
import {
  evaluationOf,
  headerOf,
  keptEvaluations,
  readHeader,
  readTable,
  writeHeader,
  createTableTeller,
} from './evaluation-files.ts';
import { exampleFingerprints, exampleSourcesOf, parseEvaluation, type Evaluation } from './evaluation-spec.ts';
import { copyRecords, countRecords } from './record-files.ts';
import { createTableFold } from './results.ts';
import { countTasks, runEvaluation } from './run-evaluation.ts';
import { traceOf } from './trace-again.ts';
import { Experiments } from '../experiments/experiments.ts';
import { neededModels } from '../run/registry.ts';
import type { Session } from '../run/session.ts';
import type { EvaluationInput, EvaluationOutline, EvaluationUpdate } from './service.ts';
import type { Answers, Keepers, Kind, LabParts } from '../kind.ts';
import type { Going } from '../service.ts';
import { evaluatedTasks } from './shown-tasks.ts';
import { exportEvaluation } from '../run/export/evaluation-rows.ts';

export interface OpenEvaluation {
  readonly evaluation: Evaluation;
  readonly session: Session;
}

const PROGRESS_EVERY = 100;

const distinct = (models: readonly ComponentSpec[]): readonly ComponentSpec[] => [
  ...new Map(models.map((model) => [canonicalJson({ ...model }), model])).values(),
];

type Asked = 'outline' | 'table' | 'evaluated' | 'trace' | 'grid-file';

export class EvaluationBench {
  private readonly lab: LabParts;
  private running: { readonly stop: () => void; readonly ended: Promise<unknown> } | null = null;
  readonly kind: Kind<EvaluationInput, EvaluationEnd> = {
    parse: (input) => input as EvaluationInput,
    needs: async (input) => {
      this.checkFree();
      return (await this.outline(input)).models;
    },
    run: (input, work) => this.run(input, work),
  };
  readonly answers: Answers<Asked> = {
    outline: (input) => this.outline(input),
    table: async (grid) => readTable(await this.lab.files(), grid),
    evaluated: async ({ grid, label }) => {
      const { evaluation, session } = await this.reopened(grid);
      return evaluatedTasks(evaluation, label, session, await this.lab.files());
    },
    trace: async ({ grid, record }, { signal }) => {
      const { evaluation, session } = await this.reopened(grid);
      const cell = evaluation.cells.find(({ digest }) => digest === record.cell);
      if (cell === undefined) throw new LabError('name-unknown', `${grid} has no such run any more; run it again.`);
      return traceOf(grid, cell, record, { ...session, files: await this.lab.files(), now, signal });
    },
    'grid-file': async ({ grid, as }) => exportEvaluation(grid, as, await this.lab.files()),
  };
  readonly keepers: Keepers<'base'> = {
    base: async ({ grid, base }) => {
      const files = await this.lab.files();
      const header = await readHeader(files, grid);
      const compared = { ...header, spec: { ...header.spec, base } };
      evaluationOf(compared);
      await writeHeader(files, compared);
      return readTable(files, grid);
    },
  };

  constructor(lab: LabParts) {
    this.lab = lab;
  }

  async stop(): Promise<void> {
    this.running?.stop();
    await this.running?.ended.catch(() => undefined);
  }

  private async outline(input: EvaluationInput): Promise<EvaluationOutline> {
    const { evaluation, session } = await this.opened(input);
    const tasks = countTasks(evaluation, session);
    const done = await this.countDone(evaluation, tasks);
    const models = done === sum(tasks) ? [] : evaluation.cells.flatMap(({ spec }) => neededModels(spec));
    const rows = evaluation.rows.map(({ label }) => label);
    const methods = new Set(evaluation.cells.map(({ label }) => label)).size;
    return { rows, methods, tasks: sum(tasks), done, models: distinct(models) };
  }

  private async run(input: EvaluationInput, { onUpdate = () => undefined, signal }: Going): Promise<EvaluationEnd> {
    this.checkFree();
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const stopListening = this.lab.listen((text) => onUpdate({ type: 'phase', text }));
    const ended = this.runNow(input, onUpdate, AbortSignal.any([signal, controller.signal]));
    this.running = { stop, ended };
    try {
      return await ended;
    } finally {
      this.running = null;
      stopListening();
    }
  }

  private checkFree(): void {
    if (this.running !== null) throw new LabError('internal', 'Another evaluation is running; stop it first.');
  }

  private async runNow(
    input: EvaluationInput,
    onUpdate: (update: EvaluationUpdate) => void,
    signal: AbortSignal,
  ): Promise<EvaluationEnd> {
    const files = await this.lab.files();
    const { evaluation, session } = await this.named(await this.opened(input));
    const { name } = evaluation.spec;
    const header = headerOf(evaluation, session);
    throwIfAborted(signal);
    await writeHeader(files, header);
    const kept = new Experiments(files);
    await kept.change(name, { outcome: 'running' });
    onUpdate({ type: 'kept', name });
    const teller = createTableTeller(createTableFold(evaluation, header), (table) =>
      onUpdate({ type: 'table', table }),
    );
    let told = -Infinity;
    const end = await runEvaluation(evaluation, {
      ...session,
      files,
      now,
      signal,
      onEvent: tellWorking((call) => onUpdate({ type: 'working', call }), now),
      onRecord: (record) => teller.add(record),
      onProgress(progress) {
        if (now() - told < PROGRESS_EVERY && progress.done < progress.tasks) return;
        told = now();
        onUpdate({ type: 'progress', progress });
      },
    });
    await teller.finish();
    await kept.change(name, { outcome: end.outcome });
    return end;
  }

  /** The evaluation under a free name, or under that of kept results which it continues. Runs of both are taken over. */
  private async named({ evaluation, session }: OpenEvaluation): Promise<OpenEvaluation> {
    const files = await this.lab.files();
    const { spec } = evaluation;
    const names = await keptEvaluations(files);
    const given = spec.name;
    const digests = new Set(evaluation.cells.map(({ digest }) => digest));
    if (given === UNNAMED) {
      const same = await this.sameRuns(files, names, digests);
      if (same !== null) return { evaluation: { ...evaluation, spec: { ...spec, name: same } }, session };
    }
    const kept = names.includes(given) ? await countRecords(files, given) : new Map<string, number>();
    if (given !== UNNAMED && [...kept.keys()].every((digest) => digests.has(digest))) return { evaluation, session };
    const name = evaluationName({ ...spec }, wallClock(), names);
    for (const digest of digests) if (kept.has(digest)) await copyRecords(files, given, name, digest);
    return { evaluation: { ...evaluation, spec: { ...spec, name } }, session };
  }

  /** A kept evaluation of the same runs, which is continued; null if there is no such evaluation. */
  private async sameRuns(
    files: FileStore,
    names: readonly string[],
    digests: ReadonlySet<string>,
  ): Promise<string | null> {
    for (const name of names) {
      const header = await readHeader(files, name).catch(() => null);
      const cells = header === null ? [] : evaluationOf(header).cells;
      if (cells.length === digests.size && cells.every(({ digest }) => digests.has(digest))) return name;
    }
    return null;
  }

  private async opened(input: EvaluationInput): Promise<OpenEvaluation> {
    const workbench = this.lab.workbench();
    const { cells } = parseEvaluation(input, '');
    const [cell] = cells;
    if (cell === undefined) throw new LabError('spec-invalid', 'There is nothing to run.');
    const { name } = workbench.dataset.manifest;
    if (cell.spec.dataset.name !== name) {
      const about = cell.spec.dataset.name;
      throw new LabError('spec-invalid', `The evaluation is about ${about}, and ${name} is open; open ${about} first.`);
    }
    const examples = await this.lab.examples.open(exampleSourcesOf({ cells }));
    const session = workbench.session(cell.spec);
    const { sha256 } = session.dataset.manifest;
    return { evaluation: parseEvaluation(input, sha256, exampleFingerprints({ cells }, examples)), session };
  }

  /** A kept evaluation, where the dataset that it is about is open. @throws LabError where it is not, or there is none */
  async reopened(name: string): Promise<OpenEvaluation> {
    const { spec, dataset } = await readHeader(await this.lab.files(), name);
    const opened = await this.opened(spec);
    if (opened.session.dataset.manifest.sha256 === dataset) return opened;
    throw new LabError('task-impossible', `The dataset of ${name} is not what it was when ${name} was run.`);
  }

  private async countDone({ spec, cells }: Evaluation, tasks: readonly number[]): Promise<number> {
    const counts = await countRecords(await this.lab.files(), spec.name);
    return sum(cells.map(({ digest }, at) => Math.min(counts.get(digest) ?? 0, tasks[at] ?? 0)));
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
