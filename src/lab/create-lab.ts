/** @file The lab: datasets are opened, experiments are started, kept and asked about. It is the worker's side of the page's `LabClient`. */
import { wallClock } from '../core/clock.ts';
import { LabError, NEVER } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import { asksOfSearches } from '../core/network-asks.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import type { StartStatements } from '../data/database/statement-runner.ts';
import { profileOf } from '../data/profile.ts';
import { createNetworkAccess, type NetworkAccess } from '../models/network-access.ts';
import type { StartPrograms } from '../programs/program-thread.ts';
import { ChatDesk } from './chat/conversations.ts';
import { datasetAnswers } from './datasets/dataset-answers.ts';
import { DatasetShelf, ExampleShelf, type FetchPackaged } from './datasets/dataset-shelf.ts';
import { describeLab } from './describe.ts';
import { EvaluationBench } from './evaluation/evaluations.ts';
import { Experiments, keepEvents, lenient, NOWHERE } from './experiments/experiments.ts';
import { judgingDesk } from './judging/blind-judging.ts';
import type { Answers, Keepers, Kind, LabParts, Work } from './kind.ts';
import { ModelShelf } from './models/model-shelf.ts';
import { notebookDesk } from './notebook/notebook-runner.ts';
import { forgetDataset, personDesk } from './person/person.ts';
import type { Keeping, OpenDataset, Queries } from './queries.ts';
import { removeOutdatedBuilds } from './run/build-cache.ts';
import { neededModels } from './run/registry.ts';
import { RUN, runExperiment } from './run/run-experiment.ts';
import { parseRunSpec, type CompleteRunSpec } from './run/run-spec.ts';
import { openWorkbench, type Workbench } from './run/workbench.ts';
import type { LabService, Slow, Starting } from './service.ts';
import { sessionsKind } from './sessions/run-sessions.ts';
import { Episodes } from './training/episodes.ts';
import { GroundShelf } from './training/ground-shelf.ts';
import { trainingKind } from './training/training-kind.ts';

export interface LabHost {
  loadEngine(): Promise<SqlEngine>;
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
  /** Where statements of models and people run; in the lab itself where not given. */
  readonly startStatements?: StartStatements;
  /** Where planners that people wrote run; nowhere where not given. */
  readonly startPrograms?: StartPrograms;
  /** In place of models that other workers hold, and of the datasets that are kept. */
  readonly openModel?: ModelShelf['open'];
  readonly loadDataset?: DatasetShelf['load'];
  /** What may be asked over the network; nothing where not given, until it is agreed to. */
  readonly access?: NetworkAccess;
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
};

class Lab implements LabService, LabParts {
  readonly engine: LabParts['engine'];
  readonly files: LabParts['files'];
  readonly datasets: LabParts['datasets'];
  readonly experiments = once(async () => new Experiments(await this.files()));
  readonly models: ModelShelf;
  readonly examples = new ExampleShelf(async (name, signal) => (await this.datasets()).load(name, signal));
  readonly threads: LabParts['threads'];
  private readonly access: NetworkAccess;
  private readonly evaluations = new EvaluationBench(this);
  private readonly chats = new ChatDesk(this);
  private readonly grounds = new GroundShelf(this);
  private readonly episodes = new Episodes(this, this.grounds);
  private readonly notebooks = notebookDesk(this);
  private readonly judging = judgingDesk(this, this.evaluations);
  private readonly people = personDesk(this);
  /** What can be started, each in one way: `start` does all that they share. */
  private readonly kinds: { readonly [Name in keyof Starting]: Kind<unknown, ReturnType<Starting[Name]>> } = {
    run: RUN,
    grid: this.evaluations.kind,
    training: trainingKind(this.grounds),
    sessions: sessionsKind(this.grounds),
    ...this.notebooks.kinds,
    ...this.episodes.kinds,
  };
  private readonly answers: Answers<keyof Queries> = {
    ...datasetAnswers(this),
    ...this.people.answers,
    ...this.evaluations.answers,
    ...this.judging.answers,
    ...this.notebooks.answers,
    environment: (spec, { signal }) => this.grounds.describe(spec, signal),
  };
  private readonly keepers: Keepers<keyof Keeping> = {
    ...this.people.keepers,
    ...this.evaluations.keepers,
    ...this.judging.keepers,
    ...this.notebooks.keepers,
    run: async (events) => {
      const [start] = events;
      const spec = start?.type === 'run-start' ? parseRunSpec(start.spec) : null;
      if (spec === null) throw new LabError('trace-damaged', 'These events do not begin with run-start.');
      const id = `${String(wallClock())}-kept`;
      const kept = await this.experiments();
      await kept.create(runExperiment(id, spec, this.opened?.dataset ?? null));
      const file = await kept.open(id);
      file.add(events);
      await file.close();
      return id;
    },
  };
  private opened: Workbench | null = null;
  private progress: (phase: string, done: number) => void = () => undefined;

  constructor(host: LabHost) {
    const { startStatements, startPrograms, fetchPackaged, openModel, loadDataset } = host;
    this.models = new ModelShelf(fetchPackaged, openModel);
    this.access = host.access ?? createNetworkAccess();
    this.threads = { ...(startStatements && { startStatements }), ...(startPrograms && { startPrograms }) };
    this.engine = once(() => host.loadEngine());
    this.files = once(() => host.openFiles());
    this.datasets = once(async () => new DatasetShelf(await this.files(), fetchPackaged, loadDataset));
  }

  readonly describe: LabService['describe'] = () => Promise.resolve(describeLab());

  async open(name: string, { onProgress, signal }: Slow): Promise<OpenDataset> {
    const [engine, files, shelf] = await Promise.all([this.engine(), this.files(), this.datasets()]);
    onProgress({ phase: 'Reading the dataset', share: null, bytes: 0, totalBytes: 0, rows: 0 });
    const dataset = await shelf.load(name, signal);
    await removeOutdatedBuilds(files);
    await this.close();
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
    this.opened = workbench;
    const { manifest, rejected, rejectedCounts } = dataset;
    return { manifest, rejected, rejectedCounts, profile: profileOf(dataset), ...workbench.tasks };
  }

  readonly setAgreements: LabService['setAgreements'] = async (agreed) => this.access.setAgreements(agreed);
  readonly attachModel: LabService['attachModel'] = async (...given) => this.models.attach(...given);
  readonly detachModel: LabService['detachModel'] = async (...given) => this.models.detach(...given);

  async prepare(...[input, { onProgress, signal, useModels }]: Parameters<LabService['prepare']>): Promise<void> {
    const spec = parseRunSpec(input);
    await useModels?.(neededModels(spec));
    const workbench = this.workbench();
    const rows = workbench.dataset.manifest.counts.interactions;
    const stop = this.listen((phase, share) => onProgress({ phase, share, bytes: 0, totalBytes: 0, rows }));
    try {
      await this.examples.openFor(spec, signal);
      await workbench.prepare(spec, signal);
    } finally {
      stop();
    }
  }

  readonly start: LabService['start'] = async (name, id, input, going) => {
    const kind: Kind<unknown, unknown> = this.kinds[name];
    const spec = kind.parse(input);
    await going.useModels?.(await kind.needs(spec));
    const { onEvents = () => undefined } = going;
    const work: Work = {
      ...going,
      lab: this,
      id,
      begin: async (made) => (id === null ? undefined : (await this.experiments()).begin({ ...made, id })),
      keep: async (act, part) => {
        if (id === null) return keepEvents(NOWHERE, onEvents, (write) => act(write, []));
        const file = await (await this.experiments()).open(id, part);
        return keepEvents(kind.isLenient ? lenient(file) : file, onEvents, (write) => act(write, file.before.entries));
      },
    };
    return (await kind.run(spec, work)) as never;
  };

  say(...[id, words, going]: Parameters<LabService['say']>): Promise<void> {
    return 'settings' in words ? this.chats.say(id, words, going) : this.episodes.step(words, going);
  }

  readonly list: LabService['list'] = async () => (await this.experiments()).list();
  readonly read: LabService['read'] = async (...given) => (await this.experiments()).read(...given);

  readonly keep: LabService['keep'] = async (what, given) => {
    const keeper = this.keepers[what] as (given: unknown, asking: { readonly signal: AbortSignal }) => never;
    return keeper(given, { signal: NEVER });
  };

  readonly query: LabService['query'] = async (what, asked, { signal = NEVER, ...asking } = {}) => {
    const answer = this.answers[what] as (asked: unknown, asking: object) => never;
    return answer(asked, { signal, ...asking });
  };

  async remove(...[what, name]: Parameters<LabService['remove']>): Promise<void> {
    if (what === 'experiment') {
      this.chats.forget();
      return (await this.experiments()).remove(name);
    }
    const shelf = await this.datasets();
    const entry = (await shelf.entries()).find(({ manifest }) => manifest.name === name);
    await shelf.remove(name);
    this.examples.close();
    if (entry !== undefined) await forgetDataset(await this.files(), entry.manifest.sha256);
    if (this.opened?.dataset.manifest.name === name) await this.close();
  }

  readonly ping = (): Promise<void> => Promise.resolve();

  async check(spec: CompleteRunSpec, signal: AbortSignal): Promise<void> {
    const { name } = spec.dataset;
    if (this.workbench().dataset.manifest.name !== name)
      throw new LabError('spec-invalid', `dataset.name: the spec is about ${name}; open it first.`);
    this.access.require(asksOfSearches(spec.recommender.options));
    await this.examples.openFor(spec, signal);
  }

  listen(listener: (phase: string, done: number) => void): () => void {
    this.progress = listener;
    return () => {
      if (this.progress === listener) this.progress = () => undefined;
    };
  }

  workbench(): Workbench {
    if (this.opened === null) throw new LabError('internal', 'No dataset is open. Open one in the Library.');
    return this.opened;
  }

  private async close(): Promise<void> {
    await this.evaluations.stop();
    this.opened?.close();
    this.opened = null;
    this.examples.close();
  }
}

export function createLab(host: LabHost): LabService {
  return new Lab(host);
}
