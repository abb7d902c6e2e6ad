/** @file Opens RecMind, MACRec or InteRecAgent on a ground, with the reasoner that comes with the lab or a model. */
import { now } from '../../../core/clock.ts';
import type { Dataset } from '../../../core/dataset.ts';
import { LabError } from '../../../core/errors.ts';
import type { Recommender } from '../../../core/recommender.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { PLANNER_POLICIES, type PlannerName, type PlannerCosts, type JudgedPolicy } from '../../../core/simulation.ts';
import type { SqlEngine } from '../../../data/database/engine.ts';
import type { StartStatements } from '../../../data/database/statement-runner.ts';
import type { Split } from '../../../data/split/splits.ts';
import { limited } from '../../../models/decorate.ts';
import { writingModel } from '../../../models/engine.ts';
import { conversationOptions, openCatalogue, chatReasoner } from '../../chat/open-catalogue.ts';
import { demonstrationsOf } from '../../chat/made-demonstrations.ts';
import { openChat } from '../../chat/open-chat.ts';
import { createMacRec, createRecMind } from '../../run/registry.ts';
import { taskContext } from '../../run/run-context.ts';
import { parseRunSpec } from '../../run/run-spec.ts';
import { openSession, type Session, type SessionOptions } from '../../run/session.ts';
import { DEFAULT_EMBEDDING } from '../../run/tool-spec.ts';
import type { TrainingGround } from '../training-ground.ts';
import { idOf, interactionLog, placeOf } from './interaction-log.ts';
import { costsWith, NO_COSTS, type Costs } from '../../../core/costs.ts';
import { createTrace } from '../../../trace/create-trace.ts';
import type { Observation, Chooser } from '../../../core/environment.ts';
import { createRandom, shuffled, type Random } from '../../../core/random.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { unseenAtRandom } from '../../../numeric/networks/policy-state.ts';
import { recommendToAll, scorePeople } from '../evaluate-policy.ts';

export interface JudgedPlanner extends Required<Omit<JudgedPolicy, 'expectedReward'>> {
  readonly seconds: number;
}

/** Judges one. @throws LabError `aborted`, or what the rater or the planner throws */
export async function judgePlanner(
  name: PlannerName,
  ground: TrainingGround,
  engine: SqlEngine,
  options: PlannerOptions,
): Promise<JudgedPlanner> {
  const { seed, signal } = options;
  const planner = await createPlannerPolicy(name, ground, engine, options);
  try {
    const people = await recommendToAll(planner, ground.createEvaluation(signal), seed, signal);
    const scores = scorePeople(people, ground.catalogue, ground.scale.max);
    return { people, scores, costs: planner.costs, seconds: planner.seconds };
  } finally {
    planner.close();
  }
}

interface ListRequest {
  readonly user: number;
  /** Places of the items to choose from, in no order. */
  readonly candidates: readonly number[];
  readonly random: Random;
  readonly trace: ReturnType<typeof createTrace>;
  readonly write: (event: TraceEvent) => void;
}

/** Asks a planner for ids of items, best first. @throws LabError as recommenders do */
type AskForList = (request: ListRequest) => Promise<readonly number[]>;

export class PlannerPolicy implements Chooser {
  readonly id: string;
  readonly title: string;
  readonly close: () => void;
  private readonly items: number;
  private readonly ask: AskForList;
  private readonly random: Random;
  private list: readonly number[] = [];
  private spent: Costs = NO_COSTS;
  private spentSeconds = 0;
  private lists = 0;
  private failures = 0;

  constructor(
    name: { readonly id: string; readonly title: string },
    items: number,
    seed: number,
    ask: AskForList,
    close = (): void => undefined,
  ) {
    this.id = name.id;
    this.title = name.title;
    this.items = items;
    this.ask = ask;
    this.close = close;
    this.random = createRandom(`planner ${name.id} ${seed}`);
  }

  get costs(): PlannerCosts {
    const { modelCalls, tokens, toolCalls } = this.spent;
    return { modelCalls, tokens, toolCalls, lists: this.lists, failures: this.failures };
  }

  get seconds(): number {
    return this.spentSeconds;
  }

  /** @throws LabError `aborted`, `limit-exceeded`, and what a model throws; a list that cannot be had is a counted failure */
  async choose({ user, items: seen }: Observation): Promise<number> {
    if (seen.length === 0) this.list = [];
    const isSeen = new Set(seen);
    this.list = this.list.filter((place) => !isSeen.has(place));
    if (this.list.length === 0) this.list = await this.nextList(user, isSeen);
    return this.list[0] ?? unseenAtRandom(this.items, seen, this.random);
  }

  private async nextList(user: number, isSeen: ReadonlySet<number>): Promise<readonly number[]> {
    const random = this.random.fork(`${user} ${isSeen.size}`);
    const places = Array.from({ length: this.items }, (_, place) => place).filter((place) => !isSeen.has(place));
    const write = (event: TraceEvent): void => void (this.spent = costsWith(this.spent, event));
    const start = now();
    this.lists += 1;
    try {
      const candidates = shuffled(places, random.fork('candidates'));
      const ids = await this.ask({ user, candidates, random, trace: createTrace(write, now), write });
      return ids.map(placeOf).filter((place) => !isSeen.has(place));
    } catch (thrown) {
      if (!(thrown instanceof LabError) || thrown.code !== 'reply-unparseable') throw thrown;
      this.failures += 1;
      return [];
    } finally {
      this.spentSeconds += (now() - start) / 1000;
    }
  }
}

/** Nothing is held out: what the planners are judged on has not happened yet. */
const NOTHING: Split = { targets: new Int32Array(0), heldOut: new Int32Array(0) };
const LIMITS = { modelCalls: 1_000_000, tokens: 1e10 } as const;
const LIKED_SHARE = 0.75;
const MOST_LIKED = 5;

export interface PlannerOptions {
  readonly seed: number;
  readonly signal: AbortSignal;
  /** The model that it asks, and who opens it; the built-in reasoner where absent. */
  readonly model?: { readonly spec: ComponentSpec; readonly open: NonNullable<SessionOptions['openModel']> };
  readonly startStatements?: StartStatements;
}

/** @throws LabError `aborted`, `task-impossible` where the environment is too small, or what the rater throws */
async function createPlannerPolicy(
  name: PlannerName,
  ground: TrainingGround,
  engine: SqlEngine,
  options: PlannerOptions,
): Promise<PlannerPolicy> {
  const { seed, signal, model, startStatements } = options;
  const dataset = await interactionLog(ground, seed, signal);
  const session = openSession(engine, dataset, {
    ...(model !== undefined && { openModel: model.open }),
    ...(model !== undefined && startStatements !== undefined && { startStatements }),
  });
  const { title } = PLANNER_POLICIES[name];
  const { users, items } = dataset.manifest.counts;
  try {
    const ask = name === 'interec' ? await talked(session, options) : await planned(name, session, options);
    return new PlannerPolicy({ id: name, title }, items, seed, ask, () => session.close());
  } catch (thrown) {
    session.close();
    if (!(thrown instanceof LabError) || thrown.code !== 'task-impossible') throw thrown;
    const problem = `${users} people and ${items} items make too small a log of ratings for ${title}, which looks things up in it`;
    throw new LabError('task-impossible', `${problem}; take more of both.`, thrown.details, { cause: thrown });
  }
}

async function planned(
  name: 'recmind' | 'macrec',
  session: Session,
  { seed, signal, model: asked }: PlannerOptions,
): Promise<AskForList> {
  const { dataset } = session;
  const spec = parseRunSpec({
    ...(asked !== undefined && { model: asked.spec }),
    dataset: { name: dataset.manifest.name },
    tasks: { name: 'direct-recommendation' },
    recommender: { name },
    seed,
  });
  const sources = {
    database: await session.database(NOTHING, signal),
    retrieval: (embedding: ComponentSpec) => session.createRetrieval(embedding, signal),
  };
  const model = await session.createModel(spec, NOTHING, signal);
  const { recommender } = spec;
  const made: Recommender | null =
    recommender.name === 'macrec'
      ? await createMacRec(recommender.options, spec, sources)
      : recommender.name === 'recmind'
        ? await createRecMind(recommender.options, sources)
        : null;
  if (made === null) throw new LabError('internal', `${name} is no planner.`);
  const { middleware, usage } = limited(LIMITS);
  return async ({ user, candidates, random, trace }) => {
    const task = trace.child({ kind: 'task', label: `person ${idOf(user)}`, detail: null });
    const context = taskContext({ model, critic: model, limit: middleware, usage, signal }, random, task);
    const [answer] = await made.recommend(
      {
        type: 'direct-recommendation',
        user: { id: idOf(user), name: dataset.users[user]!.name },
        itemNoun: dataset.manifest.itemNoun,
        examples: [],
        candidates: candidates.map((place) => ({ id: idOf(place), title: titleOf(dataset, place) })),
      },
      context,
    );
    return answer?.recommendation.type === 'ranking' ? answer.recommendation.items : [];
  };
}

function titleOf({ items }: Dataset, place: number): string {
  const { title, year } = items[place]!;
  return year === null ? title : `${title} (${year})`;
}

/** The person tells what they liked best of what they rated, and asks for ten. */
async function talked(session: Session, { seed, signal, model: asked }: PlannerOptions): Promise<AskForList> {
  const { dataset } = session;
  const database = await session.database(NOTHING, signal);
  const retrieval = await session.createRetrieval(DEFAULT_EMBEDDING, signal);
  const catalogue = openCatalogue({ dataset, database, retrieval, heldOut: NOTHING.heldOut });
  const { manifest } = dataset;
  const model =
    asked === undefined
      ? chatReasoner()
      : writingModel(await asked.open(asked.spec, signal), `planner.name: ${asked.spec.name}`);
  // The reasoner has no use for demonstrations.
  const demonstrations = asked === undefined ? null : demonstrationsOf('dynamic', model, catalogue);
  return async ({ user, candidates, write }) => {
    const chat = openChat({
      catalogue,
      manifest,
      model,
      options: conversationOptions({ demonstrations }),
      seed: `${seed} ${user} ${candidates.length}`,
      spec: null,
      now,
      write,
    });
    const liked = likedBy(dataset, user).map((place) => `"${titleOf(dataset, place)}"`);
    if (liked.length > 0) await chat.say(`I liked ${liked.join(', ')}.`, signal);
    const { items } = await chat.say(`Recommend me 10 ${manifest.itemNoun}s.`, signal);
    return items.map(({ id }) => id);
  };
}

/** Places of what a person rated highest in the log, the best first. */
function likedBy({ interactions: { user, item, rating }, manifest: { scale } }: Dataset, person: number): number[] {
  const high = scale.min + LIKED_SHARE * (scale.max - scale.min);
  return [...user.keys()]
    .filter((at) => user[at] === idOf(person) && rating[at]! >= high)
    .sort((a, b) => rating[b]! - rating[a]! || a - b)
    .slice(0, MOST_LIKED)
    .map((at) => placeOf(item[at]!));
}
