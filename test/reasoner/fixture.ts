/**
 * @file A reasoner with a made-up calibration, tasks, and states as its own tools would leave them.
 */
import { generateText } from '../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel, Purpose } from '../../src/core/language-model.ts';
import type { State } from '../../src/core/planner.ts';
import type { DirectTask, RatingTask } from '../../src/core/task.ts';
import type { Calibration, SlipTargets } from '../../src/reasoner/calibration.ts';
import { DEFAULT_DIALS, type Dials } from '../../src/reasoner/dials.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { foundIn, type About } from '../../src/core/found.ts';
import { RANKING_QUERIES } from '../../src/tools/queries/ranking.ts';
import { RATING_QUERIES } from '../../src/tools/queries/rating.ts';

const SLIPS: SlipTargets = {
  users: [10, 11, 12, 13],
  items: [
    { id: 20, title: 'Granite 2 (1981)' },
    { id: 21, title: 'Night Ferry (1983)' },
  ],
};

const ratingNames = RATING_QUERIES.filter(({ kind }) => kind === 'evidence').map(({ name }) => name);
const rankingNames = RANKING_QUERIES.map(({ name }) => name);

/** A positive definite matrix: `on` on the diagonal, `off` elsewhere. */
function evenMatrix(size: number, on: number, off: number): { size: number; values: number[] } {
  return {
    size,
    values: Array.from({ length: size * size }, (_, at) => (Math.floor(at / size) === at % size ? on : off)),
  };
}

/** Every query tells a little, the first ones more. */
export const CALIBRATION: Calibration = {
  explanation: null,
  heading: null,
  rating: {
    rows: 100,
    slips: SLIPS,
    mean: 3.5,
    variance: 1,
    evidence: ratingNames.map((name) => ({ name, centre: name.endsWith('mean') ? 3.5 : 0, shrinkage: 1, mean: 0 })),
    covariance: ratingNames.map((_, at) => 0.2 / (1 + at * 0.1)),
    matrix: evenMatrix(ratingNames.length, 0.4, 0.05),
  },
  ranking: {
    rows: 100,
    slips: SLIPS,
    evidence: rankingNames,
    difference: rankingNames.map((_, at) => 1 / (1 + at * 0.1)),
    midpoint: rankingNames.map((_, at) => 0.5 / (1 + at * 0.1)),
    matrix: evenMatrix(rankingNames.length, 1, 0.3),
  },
};

/** A reasoner whose dials depart from the defaults. */
export function reasonerWith(dials: Partial<Dials> = {}): LanguageModel {
  return createReasoner({ dials: { ...DEFAULT_DIALS, ...dials }, calibration: CALIBRATION });
}

/** What would person 5 rate item 6? */
export const RATING_TASK: RatingTask = {
  type: 'rating-prediction',
  user: { id: 5, name: 'person 5' },
  item: { id: 6, title: 'Salt & Iron (1987)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};

/** Which of items 101 to 130 would person 5 choose? */
export const DIRECT_TASK: DirectTask = {
  type: 'direct-recommendation',
  user: RATING_TASK.user,
  candidates: Array.from({ length: 30 }, (_, at) => ({ id: 101 + at, title: `Film ${String(at)}` })),
  itemNoun: 'film',
  examples: [],
};

/** A request that the reasoner reads: everything but the purpose is empty. */
export function request(purpose: Purpose, seed = 1, temperature = 0.7): GenerateRequest {
  return { messages: [{ role: 'user', content: 'twelve chars' }], purpose, seed, temperature, maxTokens: 256 };
}

/** The reply to a purpose. */
export async function replyTo(model: LanguageModel, purpose: Purpose, seed = 1, temperature = 0.7): Promise<string> {
  const { signal } = new AbortController();
  return (await generateText(model, request(purpose, seed, temperature), { signal })).text;
}

/** The reply as JSON. */
export async function jsonReplyTo(
  model: LanguageModel,
  purpose: Purpose,
  seed = 1,
  temperature = 0.7,
): Promise<unknown> {
  return JSON.parse(await replyTo(model, purpose, seed, temperature)) as unknown;
}

/** A state that asked the database and found nothing that can be read. */
export function state(id: string, parent: string | null, question: string, observation: string): State {
  const action = { tool: 'database', arguments: { question } };
  return { id, parent, thought: 'I should know.', action, observation, isEnd: false };
}

function meanState(asked: State, query: string, about: About, [value, support]: readonly [number, number]): State {
  return { ...asked, found: foundIn(query, about, { columns: ['value', 'support'], rows: [[value, support]] }) };
}

/** The average rating of a person, as the tools tell it. */
export function userMeanState(id: string, parent: string | null, user = 5, value = 4.2, support = 50): State {
  const asked = state(id, parent, `What is the average rating given by user ${String(user)}?`, 'It is said.');
  return meanState(asked, 'user-mean', { users: [user], items: [] }, [value, support]);
}

/** The average rating of an item, as the tools tell it. */
export function itemMeanState(id: string, parent: string | null, item = 6, value = 3.1): State {
  const title = 'Salt & Iron (1987)';
  const asked = state(id, parent, `What is the average rating of item ${String(item)}, ${title}?`, 'It is said.');
  return meanState(asked, 'item-mean', { users: [], items: [item], title }, [value, 40]);
}
