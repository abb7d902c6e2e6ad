/** @file Simulated people in a worker: environments step by step, and policies that are trained, stopped and continued. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { unlessBegun } from '../../trace/trace-file.ts';
import type { Observation, Policy } from '../../core/environment.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { createRandom, type Random } from '../../core/random.ts';
import {
  cellPart,
  isPlanner,
  trainingCells,
  type EnvironmentDescription,
  type EnvironmentSpec,
  type JudgedPolicy,
  type PlannerName,
  type TrainingCell,
  type TrainingSpec,
} from '../../core/simulation.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { WorkingCall } from '../../trace/call-record.ts';
import type { SqlEngine } from '../../data/database/engine.ts';
import type { StartStatements } from '../../data/database/statement-runner.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { readCheckpoint } from './checkpoint-file.ts';
import { HISTORY_ORACLE } from './history-oracle.ts';
import { parseEnvironmentSpec, parseTrainingSpec, trainingExperiment } from './simulation-spec.ts';
import { freshPolicy, traceCell } from './train-cell.ts';
import type { TrainingGround } from './training-ground.ts';
import type { OnEvents } from '../../rpc/transfer-handlers.ts';
import type { EpisodeStart, SimulationService, StepChoice } from './service.ts';
import type { FetchPackaged } from '../datasets/dataset-shelf.ts';
import { GroundShelf } from './ground-shelf.ts';
import { Inspector } from './inspector.ts';
import { Experiments, keepEvents, lenient, NOWHERE } from '../experiments/experiments.ts';
import { offeredRecommenders } from '../sessions/session-recommenders.ts';
import { parseSessionsSpec, runSessions, sessionsExperiment } from '../sessions/run-sessions.ts';

export interface SimulationHost {
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
  loadEngine(): Promise<SqlEngine>;
  /** Starts a thread for statements that planners write; without it they run in this one. */
  readonly startStatements?: StartStatements;
}

const BY: Readonly<Record<StepChoice['type'], string>> = {
  item: 'chosen by hand',
  random: 'chosen at random',
  oracle: 'what the rater is expected to rate highest',
};
const SHOWN = 10;

/** Whether a cell was trained to its end, or failed. */
const hasEnded = (events: readonly TraceEvent[]): boolean => events.at(-1)?.type === 'run-end';

class SimulationDesk implements SimulationService {
  private readonly experiments: () => Promise<Experiments>;
  private readonly engine: () => Promise<SqlEngine>;
  private readonly startStatements: StartStatements | undefined;
  private readonly grounds: GroundShelf;
  private inspected: { readonly key: string; readonly inspector: Inspector; readonly ground: TrainingGround } | null =
    null;
  private sink: (event: TraceEvent) => void = () => undefined;
  private random: Random = createRandom(0);

  constructor(host: SimulationHost) {
    let opened: Promise<FileStore> | null = null;
    const files = (): Promise<FileStore> => (opened ??= host.openFiles());
    let kept: Promise<Experiments> | null = null;
    this.experiments = () => (kept ??= files().then((one) => new Experiments(one)));
    let engine: Promise<SqlEngine> | null = null;
    this.engine = () => (engine ??= host.loadEngine());
    this.startStatements = host.startStatements;
    this.grounds = new GroundShelf(files, host.fetchPackaged);
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  readonly attachModel: SimulationService['attachModel'] = async (...given) => this.grounds.models.attach(...given);
  readonly detachModel: SimulationService['detachModel'] = async (...given) => this.grounds.models.detach(...given);

  watchCalls(onWorking: (call: WorkingCall) => void): Promise<void> {
    this.grounds.onWorking = onWorking;
    return new Promise<void>(() => undefined);
  }

  async describeEnvironment(input: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription> {
    const spec = parseEnvironmentSpec(input);
    return { ...(await this.grounds.catalogue(spec, signal)), scale: writtenScale(spec.prompt.scale).kept };
  }

  async openGround(
    ...[spec, usesSurrogate, onRatings, signal]: Parameters<SimulationService['openGround']>
  ): Promise<void> {
    let told = 0;
    await this.grounds.ground(parseEnvironmentSpec(spec), usesSurrogate, signal, (done, of) => {
      if (now() - told < 100 && done < of) return;
      told = now();
      onRatings(done, of);
    });
  }

  async reset(input: EnvironmentSpec, start: EpisodeStart, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const spec = parseEnvironmentSpec(input);
    const usesSurrogate = start.ratedBy === 'surrogate';
    const ground = await this.grounds.ground(spec, usesSurrogate, signal);
    await this.writing(onEvents, async () => {
      const key = canonicalJson([asJson(spec), start.ratedBy]);
      if (this.inspected?.key !== key || this.inspected.ground !== ground)
        this.inspected = { key, ground, inspector: await this.inspect(spec, ground, usesSurrogate, signal) };
      this.random = createRandom(`inspector ${start.seed}`);
      await this.inspected.inspector.reset(start);
    });
  }

  async step(choice: StepChoice, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const { inspected } = this;
    if (inspected === null) throw new LabError('spec-invalid', 'No episode has begun; begin one first.');
    await this.writing(onEvents, async () => {
      throwIfAborted(signal);
      const item = this.choose(choice, inspected.inspector.seen, inspected.ground);
      await inspected.inspector.step(item, BY[choice.type], signal);
    });
  }

  async recommend(...[id, cell, user, onEvents, signal]: Parameters<SimulationService['recommend']>): Promise<void> {
    const spec = await this.training(id);
    const ground = await this.grounds.ground(spec.environment, spec.learnsFrom === 'surrogate', signal);
    await this.writing(onEvents, async () => {
      const inspector = await this.inspect(spec.environment, ground, false, signal, true);
      for (const when of ['before', 'after'] as const) {
        const policy = await this.policyOf(id, spec, cell, when, ground);
        await inspector.reset({ seed: cell.seed, user }, `${when} training`);
        for (let step = 0; step < Math.min(SHOWN, ground.catalogue.items.length); step += 1) {
          throwIfAborted(signal);
          await inspector.step(policy.choose(inspector.seen), `${policy.title}, ${when} training`, signal);
        }
        inspector.leave();
      }
    });
  }

  async beginTraining(id: string, input: TrainingSpec): Promise<TrainingSpec> {
    const spec = parseTrainingSpec(input);
    await (await this.experiments()).create(trainingExperiment(id, spec));
    return spec;
  }

  async trainCell(...[id, cell, onEvents, signal]: Parameters<SimulationService['trainCell']>): Promise<void> {
    const kept = await this.experiments();
    const spec = await this.training(id);
    const policy = spec.policies[cell.policy];
    if (policy === undefined || hasEnded((await kept.read(id, cellPart(cell)).catch(unlessBegun)).events)) return;
    const ground = await this.grounds.ground(spec.environment, spec.learnsFrom === 'surrogate', signal);
    const file = await kept.open(id, cellPart(cell));
    await keepEvents(file, onEvents, async (write) => {
      const before = file.before.entries;
      // Meanwhile another tab may have trained it.
      if (hasEnded(before)) return;
      const span = createTrace(write, now, {
        events: before.length,
        nodes: before.filter(({ type }) => type === 'node-start').length,
        time: before.at(-1)?.time ?? 0,
      });
      const options = { policy, seed: cell.seed, steps: spec.steps };
      const trace = { span, isBegun: before.length > 0, spec: asJson(spec) };
      const judgePlanner = async (name: PlannerName): Promise<JudgedPolicy> => {
        // Planners bring all of the agents with them.
        const planners = await import('./planners/create-planner-policy.ts');
        const { people, scores, costs } = await planners.judgePlanner(name, ground, await this.engine(), {
          ...cell,
          signal,
          ...(this.startStatements !== undefined && { startStatements: this.startStatements }),
          ...(spec.planner !== undefined && {
            model: { spec: spec.planner, open: (asked, stop) => this.grounds.models.open(asked, stop) },
          }),
        });
        return { people, scores, costs };
      };
      await traceCell(ground, options, { place: kept.file(id, checkpointOf(cell)), judgePlanner, signal }, trace);
    });
  }

  async endTraining(id: string): Promise<void> {
    const kept = await this.experiments();
    const cells = trainingCells(await this.training(id));
    const traces = await Promise.all(cells.map((cell) => kept.read(id, cellPart(cell)).catch(unlessBegun)));
    if (traces.every(({ events }) => hasEnded(events))) await kept.change(id, { outcome: 'done' });
  }

  readonly sessionRecommenders: SimulationService['sessionRecommenders'] = () => Promise.resolve(offeredRecommenders());

  async holdSessions(id: string, input: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const spec = parseSessionsSpec(input);
    const ground = await this.grounds.sessions(spec, signal);
    const kept = await this.experiments();
    await kept.create(sessionsExperiment(id, spec));
    await keepEvents(lenient(await kept.open(id)), onEvents, (write) =>
      runSessions(spec, ground, { trace: createTrace(write, now), signal }),
    );
  }

  /** @param isJudged whether episodes end by no chance, as where policies are judged */
  private inspect(
    spec: EnvironmentSpec,
    ground: TrainingGround,
    bySurrogate: boolean,
    signal: AbortSignal,
    isJudged = false,
  ): Promise<Inspector> {
    const surrogate = bySurrogate ? ground.surrogate : null;
    return Inspector.open({
      spec,
      ground,
      readsPrompt: surrogate === null && spec.rater.name !== RULES_ID,
      createRater: (span) => surrogate?.rater ?? this.grounds.rater(spec, signal, span),
      ...(isJudged && { createEnvironment: (rater) => ground.createEvaluation(undefined, rater) }),
      write: (event) => this.sink(event),
      now,
    });
  }

  private choose(choice: StepChoice, seen: Observation, ground: TrainingGround): number {
    if (choice.type === 'item') return choice.item;
    if (choice.type === 'oracle' && Number.isNaN(ground.expected(0, 0)))
      throw new LabError('task-impossible', 'That needs one model call per item. Choose a surrogate under Rated by.');
    const policy = freshPolicy(ground, { policy: { name: choice.type, options: {} }, seed: 0, steps: 1 });
    policy.begin(this.random.fork(`step ${seen.items.length}`));
    return choice.type === 'random' ? policy.act(seen) : policy.choose(seen);
  }

  /** A policy of a training as it began, or as far as it has come. @throws LabError `file-damaged` where its numbers do not fit */
  private async policyOf(
    id: string,
    spec: TrainingSpec,
    cell: TrainingCell,
    when: 'before' | 'after',
    ground: TrainingGround,
  ): Promise<Policy> {
    const named = spec.policies[cell.policy];
    if (named === undefined) throw new LabError('spec-invalid', `There is no policy ${cell.policy} in the training.`);
    if (isPlanner(named.name) || named.name === HISTORY_ORACLE)
      throw new LabError('task-impossible', `${named.name} is not trained: there is no before and no after.`);
    const policy = freshPolicy(ground, { policy: named, seed: cell.seed, steps: spec.steps });
    const kept = when === 'before' ? null : await (await this.experiments()).file(id, checkpointOf(cell)).read();
    if (kept !== null) policy.load(readCheckpoint(kept).checkpoint.state);
    return policy;
  }

  private writing(onEvents: OnEvents, act: () => Promise<void>): Promise<void> {
    return keepEvents(NOWHERE, onEvents, (write) => {
      this.sink = write;
      return act();
    });
  }

  /** @throws LabError `name-unknown` where there is none */
  private async training(id: string): Promise<TrainingSpec> {
    return parseTrainingSpec((await (await this.experiments()).get(id)).spec);
  }
}

const checkpointOf = (cell: TrainingCell): string => `${cellPart(cell)}.checkpoint`;

export function createSimulationDesk(host: SimulationHost): SimulationService {
  return new SimulationDesk(host);
}
