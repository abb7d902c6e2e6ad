/**
 * @file The lab: datasets are opened, runs are run and kept. It is the worker's side of the page's `LabClient`.
 */
import { wallClock } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { StateEdit } from '../core/fork.ts';
import type { RunSpec } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { profileOf } from '../data/profile.ts';
import { tablePage } from '../data/table-page.ts';
import { createNetworkAccess } from '../models/network-access.ts';
import { removeOutdatedBuilds } from '../runs/build-cache.ts';
import { neededModels } from '../runs/needed-models.ts';
import { parseRunSpec, type CompleteRunSpec } from '../runs/run-spec.ts';
import { askedBy } from '../runs/asked.ts';
import { createSplit } from '../runs/registry.ts';
import { createFork } from '../runs/fork/create-fork.ts';
import type { InteractionFormat, LabService, OpenDataset, Progress } from '../wire/lab-service.ts';
import { chatDesk } from './chat-desk.ts';
import { checkedRun, type RunGround } from './checked-run.ts';
import { DatasetShelf } from './dataset-shelf.ts';
import { describeLab } from './describe.ts';
import { EvaluationBench } from './evaluation-bench.ts';
import type { LabHost } from './lab-host.ts';
import { JudgingDesk } from './judging-desk.ts';
import { ExampleShelf } from './example-shelf.ts';
import { interactionsFile } from './interactions-file.ts';
import { keepEvents } from './keep-events.ts';
import { ModelShelf } from './model-shelf.ts';
import { NotebookRunner } from './notebook-runner.ts';
import { forgetDataset, personDesk } from './person-desk.ts';
import { RunRetention } from './run-retention.ts';
import { createRunShelf, shownOf, type RunShelf } from './run-shelf.ts';
import { samplesDesk } from './samples-desk.ts';
import { namesOf } from './names.ts';
import { titleOf } from './title.ts';
import { triedRun } from './tried-run.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
};

class Lab implements LabService {
  private readonly engine: () => Promise<SqlEngine>;
  private readonly files: () => Promise<FileStore>;
  private readonly datasetShelf: () => Promise<DatasetShelf>;
  private readonly runShelf: () => Promise<RunShelf>;
  private readonly retention: () => Promise<RunRetention>;
  private readonly bench: EvaluationBench;
  private readonly desk: JudgingDesk;
  private readonly runner: NotebookRunner;
  private readonly models = new ModelShelf();
  private readonly access = createNetworkAccess();
  readonly chat = chatDesk(() => ({ files: this.files, workbench: () => this.opened(), models: this.models }));
  private readonly examples = new ExampleShelf(async (name, signal) => (await this.datasetShelf()).load(name, signal));
  private readonly samples = samplesDesk(() => this.opened());
  readonly person = personDesk({ files: () => this.files(), workbench: () => this.opened() });
  private workbench: Workbench | null = null;
  private readonly threads: Pick<LabHost, 'startStatements' | 'startPrograms'>;
  private progress: (phase: string, done: number) => void = () => undefined;

  constructor(host: LabHost) {
    const { startStatements, startPrograms } = host;
    this.threads = { ...(startStatements && { startStatements }), ...(startPrograms && { startPrograms }) };
    this.engine = once(() => host.loadEngine());
    this.files = once(() => host.openFiles());
    this.datasetShelf = once(async () => new DatasetShelf(await this.files(), host.fetchPackaged));
    this.runShelf = once(async () => createRunShelf(await this.files()));
    this.retention = once(async () => new RunRetention(await this.files(), await this.runShelf()));
    this.runner = new NotebookRunner({ files: this.files, workbench: () => this.opened() });
    this.bench = new EvaluationBench({
      files: this.files,
      workbench: () => this.opened(),
      openExamples: (sources) => this.examples.open(sources),
      listen: (onPhase) => this.listen(onPhase),
    });
    this.desk = new JudgingDesk({ files: this.files, reopened: (name) => this.bench.reopened(name) });
  }

  readonly describe: LabService['describe'] = () => Promise.resolve(describeLab());

  async datasets(): ReturnType<LabService['datasets']> {
    return (await this.datasetShelf()).entries();
  }

  async open(name: string, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<OpenDataset> {
    const [engine, files, shelf] = await Promise.all([this.engine(), this.files(), this.datasetShelf()]);
    onProgress({ phase: 'Reading the dataset', share: null, bytes: 0, totalBytes: 0, rows: 0 });
    const dataset = await shelf.load(name, signal);
    await removeOutdatedBuilds(files);
    await this.bench.stop();
    this.workbench?.close();
    this.examples.close();
    const fetchPackaged = shelf.packagedFiles(name);
    const workbench = openWorkbench(engine, dataset, {
      files,
      examples: this.examples,
      openModel: (spec, stop) => this.models.open(spec, stop),
      requireAgreed: (asks) => this.access.require(asks),
      ...(fetchPackaged && { fetchPackaged }),
      fetchWords: (file) => shelf.wordFile(file),
      ...this.threads,
      onProgress: (...report) => this.progress(...report),
    });
    this.workbench = workbench;
    const { manifest, rejected, rejectedCounts } = dataset;
    return {
      manifest,
      rejected,
      rejectedCounts,
      profile: profileOf(dataset),
      ...workbench.tasks,
    };
  }

  async neededModels(spec: unknown): ReturnType<LabService['neededModels']> {
    return Promise.resolve(neededModels(parseRunSpec(spec)));
  }

  readonly setAgreements: LabService['setAgreements'] = async (agreed) => this.access.setAgreements(agreed);
  readonly attachModel: LabService['attachModel'] = async (...given) => this.models.attach(...given);
  readonly detachModel: LabService['detachModel'] = async (...given) => this.models.detach(...given);

  async prepare(spec: unknown, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<void> {
    const workbench = this.opened();
    const rows = workbench.dataset.manifest.counts.interactions;
    const stop = this.listen((phase, share) => onProgress({ phase, share, bytes: 0, totalBytes: 0, rows }));
    try {
      await this.examples.openFor(parseRunSpec(spec), signal);
      await workbench.prepare(spec, signal);
    } finally {
      stop();
    }
  }

  async remove(name: string): Promise<void> {
    const shelf = await this.datasetShelf();
    const entry = (await shelf.entries()).find(({ manifest }) => manifest.name === name);
    await shelf.remove(name);
    this.examples.close();
    if (entry !== undefined) await forgetDataset(await this.files(), entry.manifest.sha256);
    if (this.workbench?.dataset.manifest.name === name) {
      await this.bench.stop();
      this.workbench.close();
      this.workbench = null;
    }
  }

  async names(): ReturnType<LabService['names']> {
    return Promise.resolve(namesOf(this.opened().dataset));
  }

  async rows(request: Parameters<LabService['rows']>[0]): ReturnType<LabService['rows']> {
    return Promise.resolve(tablePage(this.opened().dataset, request));
  }

  readonly schema: LabService['schema'] = async (signal) => (await this.opened().database(signal)).schema;

  async query(sql: string, signal: AbortSignal): ReturnType<LabService['query']> {
    return (await this.opened().database(signal)).ask(sql, signal);
  }

  async exportInteractions(as: InteractionFormat, signal: AbortSignal): Promise<Blob> {
    return interactionsFile(this.opened().dataset, as, signal);
  }

  readonly users: LabService['users'] = async (...given) => Promise.resolve(this.opened().people(...given));

  async preview(input: unknown): ReturnType<LabService['preview']> {
    const spec = parseRunSpec(input);
    const dataset = this.opened().part(spec);
    await this.examples.openFor(spec);
    const asked = askedBy(spec, createSplit(spec, dataset), dataset, this.examples);
    return asked.slice(0, 10).flatMap(({ task }) => task ?? []);
  }

  async run(
    id: string,
    spec: unknown,
    onEvents: Parameters<LabService['run']>[2],
    signal: AbortSignal,
  ): ReturnType<LabService['run']> {
    const workbench = this.opened();
    const complete = await this.checked(spec, signal);
    const file = await this.createRunFile(id, complete);
    const parent = async (run: string): Promise<readonly TraceEvent[] | null> =>
      this.readRun(run).then(
        ({ events }) => events,
        () => null,
      );
    return keepEvents(file, onEvents, (write) => workbench.run(complete, { write, parent, signal }));
  }

  readonly tryRun: LabService['tryRun'] = async (spec, onEvents, signal) =>
    triedRun(this.opened(), await this.checked(spec, signal), onEvents, signal);

  async endRun(id: string, events: Parameters<LabService['endRun']>[1]): Promise<void> {
    const file = await (await this.runShelf()).reopen(id);
    file.add(events);
    await file.close();
  }

  async readRun(id: string): ReturnType<LabService['readRun']> {
    return (await this.runShelf()).read(id);
  }

  readonly savedRuns: LabService['savedRuns'] = async () => (await this.retention()).list();
  readonly removeRun: LabService['removeRun'] = async (id) => (await this.retention()).remove(id);
  readonly holdRun: LabService['holdRun'] = async (...given) => (await this.retention()).keep(...given);
  readonly removeOutdatedRuns: LabService['removeOutdatedRuns'] = async (inUse) =>
    (await this.retention()).removeOutdated(inUse);

  async keepRun(id: string, events: readonly TraceEvent[]): Promise<void> {
    const [start] = events;
    const spec = start?.type === 'run-start' ? parseRunSpec(start.spec) : null;
    if (spec === null) throw new LabError('trace-damaged', 'These events do not begin with run-start.');
    const file = await this.createRunFile(id, spec);
    file.add(events);
    await file.close();
  }

  async fork(run: string, node: string, edit: StateEdit): Promise<RunSpec> {
    return createFork((await this.readRun(run)).events, { run, node, edit });
  }

  readonly outlineEvaluation: LabService['outlineEvaluation'] = (...given) => this.bench.outlineEvaluation(...given);
  readonly evaluate: LabService['evaluate'] = (...given) => this.bench.evaluate(...given);
  readonly evaluations: LabService['evaluations'] = () => this.bench.evaluations();
  readonly evaluationTable: LabService['evaluationTable'] = (name) => this.bench.evaluationTable(name);
  readonly compareWith: LabService['compareWith'] = (...given) => this.bench.compareWith(...given);
  readonly evaluatedTasks: LabService['evaluatedTasks'] = (...given) => this.bench.evaluatedTasks(...given);
  readonly evaluatedTrace: LabService['evaluatedTrace'] = (...given) => this.bench.evaluatedTrace(...given);
  readonly exportEvaluation: LabService['exportEvaluation'] = (...given) => this.bench.exportEvaluation(...given);
  readonly removeEvaluation: LabService['removeEvaluation'] = (name) => this.bench.removeEvaluation(name);

  readonly judgingCounts: LabService['judgingCounts'] = (name) => this.desk.judgingCounts(name);
  readonly nextQuestion: LabService['nextQuestion'] = (...given) => this.desk.nextQuestion(...given);
  readonly judge: LabService['judge'] = (...given) => this.desk.judge(...given);
  readonly withdraw: LabService['withdraw'] = (...given) => this.desk.withdraw(...given);
  readonly judgingResults: LabService['judgingResults'] = (name) => this.desk.judgingResults(name);
  readonly exportJudging: LabService['exportJudging'] = (...given) => this.desk.exportJudging(...given);
  readonly cellModels: LabService['cellModels'] = (spec) => this.runner.cellModels(spec);
  readonly checkNotebook: LabService['checkNotebook'] = (notebook) => this.runner.checkNotebook(notebook);
  readonly runForNotebook: LabService['runForNotebook'] = (...given) => this.runner.runForNotebook(...given);
  readonly askForNotebook: LabService['askForNotebook'] = (...given) => this.runner.askForNotebook(...given);

  readonly writeSamples: LabService['writeSamples'] = (...given) => this.samples.writeSamples(...given);
  readonly readSamples: LabService['readSamples'] = (text) => this.samples.readSamples(text);

  readonly ping = (): Promise<void> => Promise.resolve();

  private async checked(spec: unknown, signal: AbortSignal): Promise<CompleteRunSpec> {
    const { name } = this.opened().dataset.manifest;
    const openExamples: RunGround['openExamples'] = (...given) => this.examples.openFor(...given);
    return checkedRun(spec, { dataset: name, require: (asks) => this.access.require(asks), openExamples }, signal);
  }

  private async createRunFile(id: string, spec: CompleteRunSpec): ReturnType<RunShelf['create']> {
    const titled = titleOf(spec, this.workbench?.dataset ?? null);
    return (await this.runShelf()).create({ id, ...titled, startedAt: wallClock(), ...shownOf(spec) });
  }

  /** Tells a listener of slow work until the returned function is called. */
  private listen(listener: (phase: string, done: number) => void): () => void {
    this.progress = listener;
    return () => {
      if (this.progress === listener) this.progress = () => undefined;
    };
  }

  private opened(): Workbench {
    if (this.workbench === null) throw new LabError('internal', 'No dataset is open. Open one on the Data page.');
    return this.workbench;
  }
}

/** The lab, ready to be exposed to a page. */
export function createLab(host: LabHost): LabService {
  return new Lab(host);
}
