/** @file The evaluation bench of the lab: grids over the open dataset are run, kept, read and traced. */
import { now, wallClock } from '../../core/clock.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { evaluationName, UNNAMED } from '../../core/evaluation-name.ts';
import type { EvaluationEnd, EvaluationTable, TaskRecord } from '../../core/evaluation.ts';
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
import type { ExampleDatasets } from '../run/example-datasets.ts';
import type { DatasetSpec } from '../run/run-spec.ts';
import type { Session } from '../run/session.ts';
import type {
  EvaluatedTask,
  EvaluationInput,
  EvaluationOutline,
  EvaluationService,
  Evaluating,
  EvaluationUpdate,
} from './service.ts';
import { evaluatedTasks } from './shown-tasks.ts';
import { exportEvaluation } from './export-evaluation.ts';
import type { Workbench } from '../run/workbench.ts';

export interface BenchHost {
  files(): Promise<FileStore>;
  /** @throws LabError where no dataset is open */
  workbench(): Workbench;
  /** Opens datasets that examples come from, so that a session finds them. @throws LabError `name-unknown` */
  openExamples(sources: readonly DatasetSpec[]): Promise<ExampleDatasets>;
  /** Sends what is told of slow work to this listener, until the returned function is called. */
  listen(onPhase: (phase: string) => void): () => void;
}

interface OpenEvaluation {
  readonly evaluation: Evaluation;
  readonly session: Session;
}

const PROGRESS_EVERY = 100;

const distinct = (models: readonly ComponentSpec[]): readonly ComponentSpec[] => [
  ...new Map(models.map((model) => [canonicalJson({ ...model }), model])).values(),
];

export class EvaluationBench implements EvaluationService {
  private readonly host: BenchHost;
  private running: { readonly stop: () => void; readonly ended: Promise<unknown> } | null = null;

  constructor(host: BenchHost) {
    this.host = host;
  }

  async stop(): Promise<void> {
    this.running?.stop();
    await this.running?.ended.catch(() => undefined);
  }

  async outline(input: EvaluationInput): Promise<EvaluationOutline> {
    const { evaluation, session } = await this.opened(input);
    const tasks = countTasks(evaluation, session);
    const done = await this.countDone(evaluation, tasks);
    const models = done === sum(tasks) ? [] : evaluation.cells.flatMap(({ spec }) => neededModels(spec));
    const rows = evaluation.rows.map(({ label }) => label);
    const methods = new Set(evaluation.cells.map(({ label }) => label)).size;
    return { rows, methods, tasks: sum(tasks), done, models: distinct(models) };
  }

  async run(input: EvaluationInput, { onUpdate, signal, useModels }: Evaluating): Promise<EvaluationEnd> {
    this.checkFree();
    if (useModels !== undefined) await useModels((await this.outline(input)).models);
    this.checkFree();
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const stopListening = this.host.listen((text) => onUpdate({ type: 'phase', text }));
    const ended = this.runNow(input, onUpdate, controller.signal);
    this.running = { stop, ended };
    try {
      return await ended;
    } finally {
      this.running = null;
      stopListening();
      signal.removeEventListener('abort', stop);
    }
  }

  private checkFree(): void {
    if (this.running !== null) throw new LabError('internal', 'Another evaluation is running; stop it first.');
  }

  async table(name: string): Promise<EvaluationTable> {
    return readTable([await this.host.files()], name);
  }

  async compareWith(name: string, base: string): Promise<EvaluationTable> {
    const files = await this.host.files();
    const header = await readHeader(files, name);
    const compared = { ...header, spec: { ...header.spec, base } };
    evaluationOf(compared);
    await writeHeader(files, compared);
    return readTable([files], name);
  }

  async tasks(name: string, label: string): Promise<readonly EvaluatedTask[]> {
    const { evaluation, session } = await this.reopened(name);
    return evaluatedTasks(evaluation, label, session, await this.host.files());
  }

  async trace(name: string, record: TaskRecord, signal: AbortSignal): ReturnType<EvaluationService['trace']> {
    const { evaluation, session } = await this.reopened(name);
    const cell = evaluation.cells.find(({ digest }) => digest === record.cell);
    if (cell === undefined) throw new LabError('name-unknown', `${name} has no such run any more; run it again.`);
    return traceOf(name, cell, record, { ...session, files: await this.host.files(), now, signal });
  }

  async export(...[name, as, slow]: Parameters<EvaluationService['export']>): Promise<Blob> {
    const files = await this.host.files();
    return exportEvaluation(name, as, { files, session: () => this.reopened(name), ...slow });
  }

  private async runNow(
    input: EvaluationInput,
    onUpdate: (update: EvaluationUpdate) => void,
    signal: AbortSignal,
  ): Promise<EvaluationEnd> {
    const files = await this.host.files();
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
    const files = await this.host.files();
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
    for (const digest of digests)
      if (kept.has(digest)) await copyRecords({ files, name: given }, { files, name }, digest);
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
    const workbench = this.host.workbench();
    const { cells } = parseEvaluation(input, '');
    const [cell] = cells;
    if (cell === undefined) throw new LabError('spec-invalid', 'There is nothing to run.');
    const { name } = workbench.dataset.manifest;
    if (cell.spec.dataset.name !== name) {
      const about = cell.spec.dataset.name;
      throw new LabError('spec-invalid', `The evaluation is about ${about}, and ${name} is open; open ${about} first.`);
    }
    const examples = await this.host.openExamples(exampleSourcesOf({ cells }));
    const session = workbench.session(cell.spec);
    const { sha256 } = session.dataset.manifest;
    return { evaluation: parseEvaluation(input, sha256, exampleFingerprints({ cells }, examples)), session };
  }

  /** A kept evaluation, where the dataset that it is about is open. @throws LabError where it is not, or there is none */
  async reopened(name: string): Promise<OpenEvaluation> {
    const { spec, dataset } = await readHeader(await this.host.files(), name);
    const opened = await this.opened(spec);
    if (opened.session.dataset.manifest.sha256 === dataset) return opened;
    throw new LabError('task-impossible', `The dataset of ${name} is not what it was when ${name} was run.`);
  }

  private async countDone({ spec, cells }: Evaluation, tasks: readonly number[]): Promise<number> {
    const counts = await countRecords(await this.host.files(), spec.name);
    return sum(cells.map(({ digest }, at) => Math.min(counts.get(digest) ?? 0, tasks[at] ?? 0)));
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
