/**
 * @file Ranking (Huang and others 2023, section 3.1): by popularity, by similarity to items or to a few words, or by preference, with
 * preferred and unwanted items; and, beyond the paper, by mean rating or by year. As in the public code, naming preferred items asks for
 * the preference scheme instead of popularity, and neither they nor unwanted ones stay.
 */
import { RANK_SCHEMES, type RankScheme } from '../../core/dialogue.ts';
import type { ItemId } from '../../core/dataset.ts';
import { z } from '../schema.ts';
import { invalidInput, resolveTitles, resultOf, type DialogueTool, type ToolSurroundings } from './catalogue.ts';
import { cosinesOfText, meanCosines } from './similar.ts';

const titles = z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100));
const INPUT = z.strictObject({
  scheme: z.enum(RANK_SCHEMES),
  prefer: z.exactOptional(titles),
  unwanted: z.exactOptional(titles),
  text: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(300))),
});

/** What to rank by. */
interface Wanted {
  readonly scheme: RankScheme;
  readonly prefer: readonly ItemId[];
  readonly unwanted: readonly ItemId[];
  readonly text: string | undefined;
}

/** Mean ratings of training interactions; the rounding makes equals of means that nobody could tell apart. */
function meanRatings({ catalogue, bus }: ToolSurroundings): ReadonlyMap<ItemId, number> {
  const means = new Map<ItemId, number>();
  const listed = bus.isWhole ? '' : ` WHERE item_id IN (${bus.items.join(', ')})`;
  const cell = catalogue.database.query(
    `SELECT group_concat(item_id || ' ' || round(mean_rating, 2)) FROM item_statistics${listed}`,
  ).rows[0]?.[0];
  for (const pair of String(cell ?? '').split(',')) {
    const [id, mean] = pair.split(' ');
    means.set(Number(id), Number(mean));
  }
  return means;
}

/** The score of each candidate; only the order counts. */
async function scoresOf(wanted: Wanted, surroundings: ToolSurroundings): Promise<(id: ItemId) => number> {
  const { scheme, prefer, unwanted, text } = wanted;
  const { bus, catalogue } = surroundings;
  if (scheme === 'popularity') return catalogue.known;
  if (scheme === 'rating') {
    const means = meanRatings(surroundings);
    return (id) => means.get(id) ?? -1;
  }
  if (scheme === 'newest' || scheme === 'oldest') {
    const years = new Map(catalogue.items.map(({ id, year }) => [id, year]));
    const sign = scheme === 'newest' ? 1 : -1;
    return (id) => sign * (years.get(id) ?? -sign * Infinity);
  }
  if (scheme === 'similarity') {
    const cosines = text === undefined ? meanCosines(prefer, surroundings) : await cosinesOfText(text, surroundings);
    return (id) => cosines.get(id) ?? -1;
  }
  const liked = prefer.length > 0 ? catalogue.preference.scores(prefer, bus.items) : fame(surroundings);
  const disliked = unwanted.length === 0 ? null : catalogue.preference.scores(unwanted, bus.items);
  // Where nothing is preferred, both sides count alike.
  const weight = prefer.length > 0 || disliked === null ? 1 : 1 / Math.max(Number.MIN_VALUE, ...disliked);
  const scores = new Map(bus.items.map((id, at) => [id, (liked[at] ?? 0) - weight * (disliked?.[at] ?? 0)]));
  return (id) => scores.get(id) ?? 0;
}

/** How well known the candidates are, from 0 to 1: what is left to go by where only unwanted items are named. */
function fame({ bus, catalogue }: ToolSurroundings): Float64Array {
  const logs = Float64Array.from(bus.items, (id) => Math.log1p(catalogue.known(id)));
  const most = Math.max(Number.MIN_VALUE, ...logs);
  return logs.map((one) => one / most);
}

/** The tool. */
export const rankTool: DialogueTool = {
  name: 'rank',
  description:
    'Orders the candidates, best first. Input {"scheme": "popularity"}, {"scheme": "similarity", "prefer": […titles]} (or "text": "a few words"), {"scheme": "preference", "prefer": […titles], "unwanted": […titles]}, ' +
    '{"scheme": "rating"}, {"scheme": "newest"} or {"scheme": "oldest"}.',
  parameters: {
    type: 'object',
    properties: {
      scheme: { enum: [...RANK_SCHEMES] },
      prefer: { type: 'array', items: { type: 'string' } },
      unwanted: { type: 'array', items: { type: 'string' } },
      text: { type: 'string' },
    },
    required: ['scheme'],
  },
  async use(input, surroundings) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`rank needs {"scheme": one of ${RANK_SCHEMES.join(', ')}, …}.`);
    const { catalogue, bus } = surroundings;
    const prefer = resolveTitles(catalogue.titles, parsed.data.prefer ?? []);
    const unwanted = resolveTitles(catalogue.titles, parsed.data.unwanted ?? []);
    const problems = [...prefer.problems, ...unwanted.problems];
    const [preferred, avoided] = [prefer.items, unwanted.items].map((items) => items.map(({ id }) => id)) as [
      ItemId[],
      ItemId[],
    ];
    const { text } = parsed.data;
    const isPersonal = parsed.data.scheme === 'similarity' || parsed.data.scheme === 'preference';
    const nothing = preferred.length + avoided.length === 0 && text === undefined;
    const asked = parsed.data.scheme === 'popularity' && preferred.length > 0 ? 'preference' : parsed.data.scheme;
    const scheme = isPersonal && nothing ? 'popularity' : asked;
    const score = await scoresOf({ scheme, prefer: preferred, unwanted: avoided, text }, surroundings);
    const masked = new Set([...preferred, ...avoided]);
    const items = bus.items
      .filter((id) => !masked.has(id))
      .map((id) => ({ id, score: score(id) }))
      .sort((a, b) => b.score - a.score || catalogue.known(b.id) - catalogue.known(a.id) || a.id - b.id);
    const by = {
      popularity: 'how many people rated them',
      similarity: catalogue.retrieval.embedding.title,
      preference: catalogue.preference.title,
      rating: 'their mean rating',
      newest: 'year, the newest first',
      oldest: 'year, the oldest first',
    };
    const top = items
      .slice(0, 20)
      .map(({ id, score: own }) => ({ id, score: Number.isFinite(own) ? Number(own.toFixed(4)) : null }));
    const because = isPersonal && nothing ? ', since no liked or unwanted items are known' : '';
    return resultOf({
      observation: `${String(items.length)} candidates in order by ${by[scheme]}${because}.`,
      detail: { scheme, prefer: preferred, unwanted: avoided, top },
      problems,
      failed: items.length === 0,
      kept: { items: items.map(({ id }) => id), ordered: true },
    });
  },
};
