/**
 * @file Ranking (Huang and others 2023, section 3.1): by popularity, by similarity to items or to a few words, or by preference, with
 * preferred and unwanted items; and, beyond the paper, by mean rating, by year, or by another number. As in the public code, naming
 * preferred items asks for the preference scheme instead of popularity, and neither they nor unwanted ones stay.
 */
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import { counted } from '../../core/text/words.ts';
import { log1p } from '../../core/numbers/elementary-functions.ts';
import { RANK_SCHEMES, type RankScheme } from '../../core/dialogue.ts';
import type { ItemId } from '../../core/dataset.ts';
import { z } from '../schema.ts';
import {
  invalidInput,
  resolveTitles,
  resultOf,
  withEditions,
  dialogueTool,
  type ToolSurroundings,
} from './catalogue.ts';
import { FROM_ITEMS, idLists, numberColumn, ratingsOf } from './conditions.ts';
import { numberOrder, type NumberOrder } from './filter.ts';
import { cosinesOfText, isNearToFew, meanCosines } from './similar.ts';
import { largest } from '../../core/numbers/extremes.ts';

const titles = z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))).check(z.maxLength(100));
const INPUT = z.strictObject({
  scheme: z.enum(RANK_SCHEMES),
  prefer: z.exactOptional(titles),
  unwanted: z.exactOptional(titles),
  text: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(300))),
  attribute: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(60))),
});

interface Wanted {
  readonly scheme: RankScheme;
  readonly prefer: readonly ItemId[];
  readonly unwanted: readonly ItemId[];
  readonly text: string | undefined;
  /** The number to rank by; null where it is none. */
  readonly number: NumberOrder | null;
}

/** Numbers of candidates; the rounding makes equals of means that nobody could tell apart. Rows are capped, so they come as texts. */
function numbersOf(column: string, { catalogue, bus }: ToolSurroundings): ReadonlyMap<ItemId, number> {
  const numbers = new Map<ItemId, number>();
  for (const among of idLists(bus.items)) {
    const pairs = `group_concat(items.item_id || ' ' || round(${column}, 2))`;
    const cell = catalogue.database.query(`SELECT ${pairs} ${FROM_ITEMS} WHERE items.item_id IN (${among})`)
      .rows[0]?.[0];
    for (const pair of typeof cell === 'string' ? cell.split(',') : []) {
      const [id, number] = pair.split(' ');
      numbers.set(Number(id), Number(number));
    }
  }
  return numbers;
}

async function scoresOf(wanted: Wanted, surroundings: ToolSurroundings): Promise<(id: ItemId) => number> {
  const { scheme, prefer, unwanted, text, number } = wanted;
  const { bus, catalogue } = surroundings;
  if (scheme === 'popularity') return catalogue.known;
  const { column = null, sign = 1 } = number ?? {};
  if (column !== null) {
    const numbers = numbersOf(column, surroundings);
    return (id) => sign * (numbers.get(id) ?? -sign * Infinity);
  }
  if (scheme === 'similarity') {
    const cosines = text === undefined ? meanCosines(prefer, surroundings) : await cosinesOfText(text, surroundings);
    // Where nothing is near to the words, they put nothing in order.
    if (text !== undefined && isNearToFew(cosines, catalogue)) return catalogue.known;
    // Of what is as near, what people liked comes first.
    return (id) => (cosines.get(id) ?? 0) * (1 + catalogue.worth(id));
  }
  const liked = prefer.length > 0 ? catalogue.preference.scores(prefer, bus.items) : fame(surroundings);
  const disliked = unwanted.length === 0 ? null : catalogue.preference.scores(unwanted, bus.items);
  // Where nothing is preferred, both sides count alike.
  const weight = prefer.length > 0 || disliked === null ? 1 : 1 / Math.max(Number.MIN_VALUE, largest(disliked));
  const scores = new Map(bus.items.map((id, at) => [id, (liked[at] ?? 0) - weight * (disliked?.[at] ?? 0)]));
  return (id) => scores.get(id) ?? 0;
}

/** How well known the candidates are, from 0 to 1: what is left to go by where only unwanted items are named. */
function fame({ bus, catalogue }: ToolSurroundings): Float64Array {
  const logs = Float64Array.from(bus.items, (id) => log1p(catalogue.known(id)));
  const most = Math.max(Number.MIN_VALUE, largest(logs));
  return logs.map((one) => one / most);
}

/** What the order is where it would be by popularity. */
const NOBODY_RATED = 'their places in the catalogue, since nobody rated them';

const NO_ATTRIBUTE = 'rank by most or least needs {"attribute": …}';

export const rankTool = dialogueTool({
  name: 'rank',
  description:
    'Orders the candidates, best first. Input {"scheme": "popularity"}, {"scheme": "similarity", "prefer": […titles]} (or "text": "a few words"), {"scheme": "preference", "prefer": […titles], "unwanted": […titles]} (both may be left out: what is known of the person is added to them), ' +
    '{"scheme": "rating"}, {"scheme": "newest"}, {"scheme": "oldest"}, {"scheme": "most", "attribute": "ratings"} or {"scheme": "least", "attribute": …}.',
  input: INPUT,
  form: `{"scheme": one of ${RANK_SCHEMES.join(', ')}, …}`,
  refuses: ({ scheme, attribute }) =>
    (scheme === 'most' || scheme === 'least') && attribute === undefined ? NO_ATTRIBUTE : null,
  async use(input, surroundings) {
    const { catalogue, bus } = surroundings;
    const prefer = resolveTitles(catalogue.titles, input.prefer ?? []);
    const unwanted = resolveTitles(catalogue.titles, input.unwanted ?? []);
    const problems = [...prefer.problems, ...unwanted.problems];
    const [preferred, avoided] = [prefer.items.map(({ id }) => id), unwanted.items.map(({ id }) => id)];
    const { text } = input;
    const number = numberOrder(input.scheme, input.attribute, catalogue);
    const attribute = number?.attribute;
    if (number !== null && attribute === undefined) return invalidInput(`${NO_ATTRIBUTE}.`);
    if (attribute !== undefined && number?.column === null) {
      const known = catalogue.values.outline.attributes.filter(({ isNumber }) => isNumber).map(({ name }) => name);
      return resultOf({
        observation: 'The candidates cannot be put in that order in this catalogue.',
        problems: [{ type: 'attribute-unknown', attribute, known }],
        failed: true,
      });
    }
    const isPersonal = input.scheme === 'similarity' || input.scheme === 'preference';
    const nothing = preferred.length + avoided.length === 0 && text === undefined;
    const asked = input.scheme === 'popularity' && preferred.length > 0 ? 'preference' : input.scheme;
    const scheme = isPersonal && nothing ? 'popularity' : asked;
    const score = await scoresOf({ scheme, prefer: preferred, unwanted: avoided, text, number }, surroundings);
    const masked = new Set([...avoided, ...withEditions(preferred, catalogue.items)]);
    const items = bus.items
      .filter((id) => !masked.has(id))
      .map((id) => ({ id, score: score(id) }))
      .sort((a, b) => b.score - a.score || catalogue.known(b.id) - catalogue.known(a.id) || a.id - b.id);
    const by = {
      popularity: numberColumn(ratingsOf(catalogue), catalogue) === null ? NOBODY_RATED : 'how many people rated them',
      similarity: catalogue.retrieval.embedding.title,
      preference: catalogue.preference.title,
      rating: 'their mean rating',
      newest: 'year, the newest first',
      oldest: 'year, the oldest first',
      most: `${attribute ?? ''}, the most first`,
      least: `${attribute ?? ''}, the least first`,
    };
    const top = items
      .slice(0, 20)
      .map(({ id, score: own }) => ({ id, score: Number.isFinite(own) ? Number(own.toFixed(4)) : null }));
    const unknown =
      scheme === 'most' || scheme === 'least' ? items.filter(({ score: own }) => !Number.isFinite(own)) : [];
    const last = unknown.length === 0 ? '' : `; of ${String(unknown.length)} it is not known, and they come last`;
    const because = isPersonal && nothing ? ', since no liked or unwanted items are known' : '';
    return resultOf({
      observation: `${counted(items.length, 'candidate')} in order by ${by[scheme]}${because}${last}.`,
      detail: { scheme, prefer: preferred, unwanted: avoided, top },
      problems,
      failed: items.length === 0,
      kept: { items: items.map(({ id }) => id), ordered: true },
    });
  },
});
