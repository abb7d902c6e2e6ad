/** @file Simulated people in a worker: environments step by step, and policies that are trained, stopped and gone on with. */
import { now, wallClock } from '../core/clock.ts';
import { createTrace } from '../core/create-trace.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import type { Observation } from '../core/environment.ts';
import type { Policy } from '../core/policy.ts';
import type { Rater } from '../core/rater.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { EnvironmentDescription, EnvironmentSpec, TrainingSpec } from '../core/simulation.ts';
import type { Span, TraceEvent } from '../core/trace.ts';
import { writtenScale } from '../environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../environments/raters/language-model-rater.ts';
import { RULES_ID } from '../environments/raters/rules/rule-rater.ts';
import { traced } from '../models/traced.ts';
import { readCheckpoint } from '../runs/training/checkpoint-file.ts';
import {
  openTrainingGround,
  openEnvironmentCatalogue,
  openSpecRater,
  type GroundHost,
} from '../runs/training/open-ground.ts';
import { parseEnvironmentSpec, parseTrainingSpec } from '../runs/training/simulation-spec.ts';
import { freshPolicy, traceCell } from '../runs/training/train-cell.ts';
import type { TrainingGround } from '../runs/training/training-ground.ts';
import { createBatcher } from '../wire/batches.ts';
import type { EpisodeStart, OnEvents, SimulationService, StepChoice } from '../wire/simulation-service.ts';
import { DatasetShelf, type FetchPackaged } from './dataset-shelf.ts';
import { Inspector } from './inspector.ts';
import { ModelShelf } from './model-shelf.ts';
import { hasEnded, TrainingShelf } from './training-shelf.ts';

/** What the desk needs of where it runs. */
export interface SimulationHost {
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
}

const BY: Readonly<Record<StepChoice['type'], string>> = {
  item: 'chosen by hand',
  random: 'chosen at random',
  oracle: 'what the rater is expected to rate highest',
  trained: 'chosen by a policy',
};

const NEVER = new AbortController().signal;

/** Simulations. */
class SimulationDesk implements SimulationService {
  private readonly host: SimulationHost;
  private files: Promise<FileStore> | null = null;
  private readonly models = new ModelShelf();
  private known: { readonly key: string; readonly ground: Promise<TrainingGround> } | null = null;
  private inspected: { readonly key: string; readonly inspector: Inspector } | null = null;
  private sink: (event: TraceEvent) => void = () => undefined;
  private random: Random = createRandom(0);

  constructor(host: SimulationHost) {
    this.host = host;
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  async attachModel(...[spec, loaded, port]: Parameters<SimulationService['attachModel']>): Promise<void> {
    return Promise.resolve(this.models.attach(spec, loaded, port));
  }

  async detachModel(...[spec, error]: Parameters<SimulationService['detachModel']>): Promise<void> {
    return Promise.resolve(this.models.detach(spec, error));
  }

  async describeEnvironment(input: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription> {
    const spec = parseEnvironmentSpec(input);
    const catalogue = await openEnvironmentCatalogue(spec, this.groundHost(), signal);
    return { ...catalogue, scale: writtenScale(spec.prompt.scale).kept };
  }

  async reset(input: EnvironmentSpec, start: EpisodeStart, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const spec = parseEnvironmentSpec(input);
    const ground = await this.ground(spec, start.ratedBy === 'surrogate', signal);
    await this.writing(onEvents, async () => {
      const key = canonicalJson([spec as unknown as Json, start.ratedBy]);
      if (this.inspected?.key !== key)
        this.inspected = { key, inspector: await this.inspect(spec, start, ground, signal) };
      this.random = createRandom(`inspector ${start.seed}`);
      await this.inspected.inspector.reset(start);
    });
  }

  async step(choice: StepChoice, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const inspector = this.inspected?.inspector;
    if (inspector === undefined) throw new LabError('spec-invalid', 'No episode has begun; begin one first.');
    await this.writing(onEvents, async () => {
      throwIfAborted(signal);
      const item = await this.choose(choice, inspector.seen);
      await inspector.step(item, BY[choice.type], signal);
    });
  }

  async beginTraining(id: string, input: TrainingSpec): Promise<TrainingSpec> {
    const spec = parseTrainingSpec(input);
    await (await this.shelf()).begin(id, spec, wallClock());
    return spec;
  }

  async trainCell(...[id, cell, onEvents, signal]: Parameters<SimulationService['trainCell']>): Promise<void> {
    const shelf = await this.shelf();
    const spec = await shelf.spec(id);
    const policy = spec.policies[cell.policy];
    const before = await shelf.events(id, spec, cell);
    if (policy === undefined || hasEnded(before)) return;
    const ground = await this.ground(spec.environment, spec.learnsFrom === 'surrogate', signal);
    const file = await shelf.appender(id, spec, cell, before);
    let keeping = Promise.resolve();
    const batcher = createBatcher<TraceEvent>((batch) => {
      keeping = keeping.then(() => file.add(batch));
      onEvents(batch);
    }, now);
    const span = createTrace((event) => batcher.add(event), now, {
      events: before.length,
      nodes: before.filter(({ type }) => type === 'node-start').length,
      time: before.at(-1)?.time ?? 0,
    });
    try {
      const options = { policy, seed: cell.seed, steps: spec.steps };
      const trace = { span, isBegun: before.length > 0, spec: spec as unknown as Json };
      await traceCell(ground, options, { place: shelf.place(id, spec, cell), signal }, trace);
    } finally {
      batcher.flush();
      await keeping;
      await file.close();
    }
  }

  readonly trainings: SimulationService['trainings'] = async () => (await this.shelf()).list();

  readonly readTraining: SimulationService['readTraining'] = async (id) => (await this.shelf()).read(id);

  readonly removeTraining: SimulationService['removeTraining'] = async (id) => (await this.shelf()).remove(id);

  private async inspect(
    spec: EnvironmentSpec,
    { ratedBy }: EpisodeStart,
    ground: TrainingGround,
    signal: AbortSignal,
  ): Promise<Inspector> {
    const { surrogate } = ground;
    return Inspector.open({
      spec,
      ground,
      readsPrompt: ratedBy === 'rater' && spec.rater.name !== RULES_ID,
      createRater: (span) =>
        ratedBy === 'surrogate' && surrogate !== null
          ? surrogate.rater
          : openSpecRater(spec, this.groundHost(span), signal),
      write: (event) => this.sink(event),
      now,
    });
  }

  private async choose(choice: StepChoice, seen: Observation): Promise<number> {
    if (choice.type === 'item') return choice.item;
    const ground = await this.known?.ground;
    if (ground === undefined) throw new LabError('spec-invalid', 'No episode has begun; begin one first.');
    if (choice.type === 'trained') return (await this.trained(choice, ground)).choose(seen);
    const policy = freshPolicy(ground, { policy: { name: choice.type, options: {} }, seed: 0, steps: 1 });
    policy.begin(this.random.fork(`step ${seen.items.length}`));
    return choice.type === 'random' ? policy.act(seen) : policy.choose(seen);
  }

  /** @throws LabError `task-impossible` where the training is of another environment or has no checkpoint */
  private async trained(
    { training, cell, when }: Extract<StepChoice, { readonly type: 'trained' }>,
    ground: TrainingGround,
  ): Promise<Policy> {
    const shelf = await this.shelf();
    const spec = await shelf.spec(training);
    if (ground !== (await this.ground(spec.environment, spec.learnsFrom === 'surrogate', NEVER)))
      throw new LabError(
        'task-impossible',
        'The policy was trained with other people or items; begin an episode in the environment of its training.',
      );
    const policy = freshPolicy(ground, { policy: spec.policies[cell.policy]!, seed: cell.seed, steps: spec.steps });
    const kept = when === 'before' ? null : await shelf.place(training, spec, cell).read();
    if (kept !== null) policy.load(readCheckpoint(kept).checkpoint.state);
    return policy;
  }

  /** The last ground is kept: resets, steps and the cells of one training are about the same. */
  private ground(spec: EnvironmentSpec, usesSurrogate: boolean, signal: AbortSignal): Promise<TrainingGround> {
    const key = canonicalJson([spec as unknown as Json, usesSurrogate]);
    if (this.known?.key === key) return this.known.ground;
    const ground = openTrainingGround(spec, usesSurrogate, this.groundHost(), signal);
    const known = { key, ground };
    this.known = known;
    ground.catch(() => {
      if (this.known === known) this.known = null;
    });
    return ground;
  }

  /** @param span where the calls of a language model are written */
  private groundHost(span: Span | null = null): GroundHost {
    return {
      loadDataset: async (name, signal) =>
        new DatasetShelf(await this.opened(), this.host.fetchPackaged).load(name, signal),
      openModelRater: async ({ rater, prompt }, signal): Promise<Rater> => {
        const { kind, model } = await this.models.open(rater, signal);
        if (kind !== 'language')
          throw new LabError('name-unknown', `${rater.name} turns texts into vectors; choose a model that writes.`);
        const { scale, shots, system } = prompt;
        return createLanguageModelRater({
          model: span === null ? model : traced(model, span),
          style: { scale: writtenScale(scale), shots, system },
        });
      },
    };
  }

  private async writing(onEvents: OnEvents, act: () => Promise<void>): Promise<void> {
    const batcher = createBatcher<TraceEvent>(onEvents, now);
    this.sink = (event) => batcher.add(event);
    try {
      await act();
    } finally {
      batcher.flush();
    }
  }

  private async shelf(): Promise<TrainingShelf> {
    return new TrainingShelf(await this.opened());
  }

  private opened(): Promise<FileStore> {
    return (this.files ??= this.host.openFiles());
  }
}

/** Simulations, ready to be exposed to a page. */
export function createSimulationDesk(host: SimulationHost): SimulationService {
  return new SimulationDesk(host);
}
