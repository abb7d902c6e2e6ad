/** @file Episodes of simulated people, step by step, and what a person is recommended before and after a training. */
import { now } from '../../core/clock.ts';
import type { Observation, Policy } from '../../core/environment.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { createRandom, type Random } from '../../core/random.ts';
import { isPlanner, type EnvironmentSpec } from '../../core/simulation.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { keepEvents, NOWHERE } from '../experiments/experiments.ts';
import type { Kind, LabParts } from '../kind.ts';
import type { Going } from '../service.ts';
import { readCheckpoint } from './checkpoint-file.ts';
import type { GroundShelf } from './ground-shelf.ts';
import { HISTORY_ORACLE } from './history-oracle.ts';
import { Inspector } from './inspector.ts';
import type { EpisodeAsked, ListsAsked, StepChoice } from './service.ts';
import { parseEnvironmentSpec, parseTrainingSpec } from './simulation-spec.ts';
import { freshPolicy } from './train-cell.ts';
import type { TrainingGround } from './training-ground.ts';
import { checkpointOf } from './training-kind.ts';

const BY: Readonly<Record<StepChoice['type'], string>> = {
  item: 'chosen by hand',
  random: 'chosen at random',
  oracle: 'what the rater is expected to rate highest',
};
const SHOWN = 10;

export class Episodes {
  private readonly lab: LabParts;
  private readonly grounds: GroundShelf;
  private inspected: { readonly key: string; readonly inspector: Inspector; readonly ground: TrainingGround } | null =
    null;
  private sink: (event: TraceEvent) => void = () => undefined;
  private random: Random = createRandom(0);

  constructor(lab: LabParts, grounds: GroundShelf) {
    this.lab = lab;
    this.grounds = grounds;
  }

  get kinds(): { readonly episode: Kind<EpisodeAsked, void>; readonly lists: Kind<ListsAsked, void> } {
    return {
      episode: {
        parse: (input) => {
          const asked = input as EpisodeAsked;
          return { ...asked, environment: parseEnvironmentSpec(asked.environment) };
        },
        needs: ({ environment }) => this.grounds.needs(environment),
        run: (asked, work) => this.begin(asked, work),
      },
      lists: {
        parse: (input) => {
          const asked = input as ListsAsked;
          return { ...asked, spec: parseTrainingSpec(asked.spec) };
        },
        needs: ({ spec }) => this.grounds.needs(spec.environment),
        run: (asked, work) => this.recommend(asked, work.id ?? '', work),
      },
    };
  }

  async step(choice: StepChoice, going: Going): Promise<void> {
    const { inspected } = this;
    if (inspected === null) throw new LabError('spec-invalid', 'No episode has begun; begin one first.');
    this.grounds.watch(going);
    await this.writing(going, async () => {
      throwIfAborted(going.signal);
      const item = this.choose(choice, inspected.inspector.seen, inspected.ground);
      await inspected.inspector.step(item, BY[choice.type], going.signal);
    });
  }

  private async begin({ environment, ...start }: EpisodeAsked, going: Going): Promise<void> {
    const bySurrogate = start.ratedBy === 'surrogate';
    const ground = await this.grounds.ground(environment, bySurrogate, going);
    await this.writing(going, async () => {
      const key = canonicalJson([asJson(environment), start.ratedBy]);
      if (this.inspected?.key !== key || this.inspected.ground !== ground)
        this.inspected = { key, ground, inspector: await this.inspect(environment, ground, { bySurrogate }, going) };
      this.random = createRandom(`inspector ${start.seed}`);
      await this.inspected.inspector.reset(start);
    });
  }

  private async recommend({ spec, cell, user }: ListsAsked, id: string, going: Going): Promise<void> {
    const { signal } = going;
    const ground = await this.grounds.ground(spec.environment, spec.learnsFrom === 'surrogate', going);
    await this.writing(going, async () => {
      const inspector = await this.inspect(spec.environment, ground, { isJudged: true }, going);
      for (const when of ['before', 'after'] as const) {
        const policy = await this.policyOf(id, { spec, cell, user }, when, ground);
        await inspector.reset({ seed: cell.seed, user }, `${when} training`);
        for (let step = 0; step < Math.min(SHOWN, ground.catalogue.items.length); step += 1) {
          throwIfAborted(signal);
          await inspector.step(policy.choose(inspector.seen), `${policy.title}, ${when} training`, signal);
        }
        inspector.leave();
      }
    });
  }

  /** @param how.isJudged whether episodes end by no chance, as where policies are judged */
  private inspect(
    spec: EnvironmentSpec,
    ground: TrainingGround,
    { bySurrogate = false, isJudged = false }: { readonly bySurrogate?: boolean; readonly isJudged?: boolean },
    { signal }: Going,
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
    { spec, cell }: ListsAsked,
    when: 'before' | 'after',
    ground: TrainingGround,
  ): Promise<Policy> {
    const named = spec.policies[cell.policy];
    if (named === undefined) throw new LabError('spec-invalid', `There is no policy ${cell.policy} in the training.`);
    if (isPlanner(named.name) || named.name === HISTORY_ORACLE)
      throw new LabError('task-impossible', `${named.name} is not trained: there is no before and no after.`);
    const policy = freshPolicy(ground, { policy: named, seed: cell.seed, steps: spec.steps });
    const kept = when === 'before' ? null : await (await this.lab.experiments()).file(id, checkpointOf(cell)).read();
    if (kept !== null) policy.load(readCheckpoint(kept).checkpoint.state);
    return policy;
  }

  private writing({ onEvents = () => undefined }: Going, act: () => Promise<void>): Promise<void> {
    return keepEvents(NOWHERE, onEvents, (write) => {
      this.sink = write;
      return act();
    });
  }
}
