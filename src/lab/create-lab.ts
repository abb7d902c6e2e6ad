/** @file The lab: datasets are opened, runs are run and kept. It is the worker's side of the page's `LabClient`. */
import { wallClock } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { StateEdit } from '../core/fork.ts';
import type { RunSpec, RunSummary } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { profileOf, tablePage } from '../data/profile.ts';
import { createNetworkAccess } from '../models/network-access.ts';
import { removeOutdatedBuilds } from './run/build-cache.ts';
import { neededModels, createSplit } from './run/registry.ts';
import { parseRunSpec, type CompleteRunSpec } from './run/run-spec.ts';
import { askedBy, checkRun, type RunGround } from './run/asked.ts';
import { createFork } from './run/fork/create-fork.ts';
import { Experiments, keepEvents, lenient, NOWHERE } from './experiments/experiments.ts';
import type { ExperimentService } from './experiments/service.ts';
import type { InteractionFormat, LabService, OpenDataset, Slow } from './service.ts';
import { ChatDesk } from './chat/conversations.ts';
import { DatasetShelf, datasetNames, ExampleShelf, type FetchPackaged } from './datasets/dataset-shelf.ts';
import { describeLab } from './describe.ts';
import { EvaluationBench } from './evaluation/evaluations.ts';
import { JudgingDesk } from './judging/blind-judging.ts';
import { ModelShelf } from './models/model-shelf.ts';
import { NotebookRunner } from './notebook/notebook-runner.ts';
import { forgetDataset, personDesk } from './person/person.ts';
import { runExperiment } from './run/run-experiment.ts';
import { samplesDesk } from './samples/samples.ts';
import { openWorkbench, type Workbench } from './run/workbench.ts';
import { interactionRows, writeRows } from './run/export/row-file.ts';
import type { StartStatements } from '../data/database/statement-runner.ts';
import type { StartPrograms } from '../programs/program-thread.ts';

export interface LabHost {
  loadEngine(): Promise<SqlEngine>;
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
  /** Where statements of models and people run; in the lab itself where not given. */
  readonly startStatements?: StartStatements;
  /** Where planners that people wrote run; nowhere where not given. */
  readonly startPrograms?: StartPrograms;
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
};

class Lab implements LabService {
  private readonly engine: () => Promise<SqlEngine>;
  private readonly files: () => Promise<FileStore>;
  private readonly datasetShelf: () => Promise<DatasetShelf>;
  private readonly experiments: () => Promise<Experiments>;
  readonly evaluations: EvaluationBench;
  readonly judging: JudgingDesk;
  readonly notebooks: NotebookRunner;
  private readonly models: ModelShelf;
  private readonly access = createNetworkAccess();
  readonly chats = new ChatDesk(() => ({
    experiments: this.experiments,
    workbench: () => this.opened(),
    models: this.models,
  }));
  private readonly examples = new ExampleShelf(async (name, signal) => (await this.datasetShelf()).load(name, signal));
  readonly samples = samplesDesk(() => this.opened());
  readonly person = personDesk({ files: () => this.files(), workbench: () => this.opened() });
  readonly kept: ExperimentService = {
    list: async () => (await this.experiments()).list(),
    read: async (...given) => (await this.experiments()).read(...given),
    remove: async (id) => {
      this.chats.forget();
      await (await this.experiments()).remove(id);
    },
    keep: async (events) => {
      const [start] = events;
      const spec = start?.type === 'run-start' ? parseRunSpec(start.spec) : null;
      if (spec === null) throw new LabError('trace-damaged', 'These events do not begin with run-start.');
      const id = `${String(wallClock())}-kept`;
      await this.begin(id, spec);
      const file = await (await this.experiments()).open(id);
      file.add(events);
      await file.close();
      return id;
    },
  };
  private workbench: Workbench | null = null;
  private readonly threads: Pick<LabHost, 'startStatements' | 'startPrograms'>;
  private progress: (phase: string, done: number) => void = () => undefined;

  constructor(host: LabHost) {
    const { startStatements, startPrograms } = host;
    this.models = new ModelShelf(host.fetchPackaged);
    this.threads = { ...(startStatements && { startStatements }), ...(startPrograms && { startPrograms }) };
    this.engine = once(() => host.loadEngine());
    this.files = once(() => host.openFiles());
    this.datasetShelf = once(async () => new DatasetShelf(await this.files(), host.fetchPackaged));
    this.experiments = once(async () => new Experiments(await this.files()));
    this.notebooks = new NotebookRunner({ experiments: this.experiments, workbench: () => this.opened() });
    this.evaluations = new EvaluationBench({
      files: this.files,
      workbench: () => this.opened(),
      openExamples: (sources) => this.examples.open(sources),
      listen: (onPhase) => this.listen(onPhase),
    });
    this.judging = new JudgingDesk({ files: this.files, reopened: (name) => this.evaluations.reopened(name) });
  }

  readonly describe: LabService['describe'] = () => Promise.resolve(describeLab());

  async datasets(): ReturnType<LabService['datasets']> {
    return (await this.datasetShelf()).entries();
  }

  async open(name: string, { onProgress, signal }: Slow): Promise<OpenDataset> {
    const [engine, files, shelf] = await Promise.all([this.engine(), this.files(), this.datasetShelf()]);
    onProgress({ phase: 'Reading the dataset', share: null, bytes: 0, totalBytes: 0, rows: 0 });
    const dataset = await shelf.load(name, signal);
    await removeOutdatedBuilds(files);
    await this.evaluations.stop();
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

  readonly setAgreements: LabService['setAgreements'] = async (agreed) => this.access.setAgreements(agreed);
  readonly attachModel: LabService['attachModel'] = async (...given) => this.models.attach(...given);
  readonly detachModel: LabService['detachModel'] = async (...given) => this.models.detach(...given);

  async prepare(...[input, { onProgress, signal, useModels }]: Parameters<LabService['prepare']>): Promise<void> {
    const spec = parseRunSpec(input);
    await useModels?.(neededModels(spec));
    const workbench = this.opened();
    const rows = workbench.dataset.manifest.counts.interactions;
    const stop = this.listen((phase, share) => onProgress({ phase, share, bytes: 0, totalBytes: 0, rows }));
    try {
      await this.examples.openFor(spec, signal);
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
      await this.evaluations.stop();
      this.workbench.close();
      this.workbench = null;
    }
  }

  async names(): ReturnType<LabService['names']> {
    return Promise.resolve(datasetNames(this.opened().dataset));
  }

  async rows(request: Parameters<LabService['rows']>[0]): ReturnType<LabService['rows']> {
    return Promise.resolve(tablePage(this.opened().dataset, request));
  }

  readonly schema: LabService['schema'] = async (signal) => (await this.opened().database(signal)).schema;

  async query(sql: string, signal: AbortSignal): ReturnType<LabService['query']> {
    return (await this.opened().database(signal)).ask(sql, signal);
  }

  async exportInteractions(as: InteractionFormat): Promise<Blob> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    await writeRows(interactionRows(this.opened().dataset), as, async (bytes) => void parts.push(bytes));
    return new Blob(parts);
  }

  readonly users: LabService['users'] = async (...given) => Promise.resolve(this.opened().people(...given));

  async preview(input: RunSpec): ReturnType<LabService['preview']> {
    const spec = parseRunSpec(input);
    const dataset = this.opened().part(spec);
    await this.examples.openFor(spec);
    const asked = askedBy(spec, createSplit(spec, dataset), dataset, this.examples);
    return asked.slice(0, 10).flatMap(({ task }) => task ?? []);
  }

  async run(
    ...[id, input, { onEvents, signal, useModels }]: Parameters<LabService['run']>
  ): ReturnType<LabService['run']> {
    const spec = parseRunSpec(input);
    await useModels?.(neededModels(spec));
    const workbench = this.opened();
    await this.check(spec, signal);
    await this.begin(id, spec);
    const file = await (await this.experiments()).open(id);
    const parent = async (run: string): Promise<readonly TraceEvent[] | null> =>
      this.kept.read(run).then(
        ({ events }) => events,
        () => null,
      );
    return keepEvents(lenient(file), onEvents, (write) => workbench.run(spec, { write, parent, signal }));
  }

  async tryRun(...[input, { onEvents, signal }]: Parameters<LabService['tryRun']>): ReturnType<LabService['tryRun']> {
    const spec = parseRunSpec(input);
    await this.check(spec, signal);
    const run = (write: (event: TraceEvent) => void, wantsDigest = true): Promise<RunSummary> =>
      this.opened().run(spec, { write, signal, wantsDigest });
    return onEvents === undefined ? run(() => undefined, false) : keepEvents(NOWHERE, onEvents, (write) => run(write));
  }

  async fork(run: string, node: string, edit: StateEdit): Promise<RunSpec> {
    return createFork((await this.kept.read(run)).events, { run, node, edit });
  }

  readonly ping = (): Promise<void> => Promise.resolve();

  private async check(spec: CompleteRunSpec, signal: AbortSignal): Promise<void> {
    const { name } = this.opened().dataset.manifest;
    const openExamples: RunGround['openExamples'] = (...given) => this.examples.openFor(...given);
    await checkRun(spec, { dataset: name, require: (asks) => this.access.require(asks), openExamples }, signal);
  }

  private async begin(id: string, spec: CompleteRunSpec): Promise<void> {
    await (await this.experiments()).create(runExperiment(id, spec, this.workbench?.dataset ?? null));
  }

  private listen(listener: (phase: string, done: number) => void): () => void {
    this.progress = listener;
    return () => {
      if (this.progress === listener) this.progress = () => undefined;
    };
  }

  private opened(): Workbench {
    if (this.workbench === null) throw new LabError('internal', 'No dataset is open. Open one in the Library.');
    return this.workbench;
  }
}

export function createLab(host: LabHost): LabService {
  return new Lab(host);
}
