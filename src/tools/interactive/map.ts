/** @file Mapping ids to titles: the last step, which names the items of the reply. */
import type { Item, ItemId } from '../../core/dataset.ts';
import { counted } from '../../core/text/words.ts';
import { z } from '../schema.ts';
import { isEdition, resultOf, type Catalogue, dialogueTool } from './catalogue.ts';

/** How many items a reply has where nobody says, and at most (the public code of Huang and others 2023). */
export const MAPPED = { usual: 5, most: 20 } as const;

const INPUT = z.strictObject({ count: z.exactOptional(z.int().check(z.gte(1))) });

const FORM = '{"count": a whole number from 1}';

/** What fewer people rated, and badly, is named to nobody who did not list it. */
const FEW = 3;

interface Named {
  readonly items: readonly ItemId[];
  readonly editions: readonly ItemId[];
  readonly bad: readonly ItemId[];
}

/** Without other editions of what is named before, and without what few rated, and rated badly. */
function worthNaming(candidates: readonly ItemId[], { items: all, database, values }: Catalogue, count: number): Named {
  const { min, max } = values.outline.scale;
  const low = `SELECT group_concat(item_id) FROM item_statistics WHERE ratings < ${String(FEW)} AND mean_rating < ${String((min + max) / 2)}`;
  const badly = new Set(
    String(database.query(low).rows[0]?.[0] ?? '')
      .split(',')
      .map(Number),
  );
  const byId = new Map(all.map((one) => [one.id, one]));
  const works: Item[] = [];
  const [items, editions, bad]: [ItemId[], ItemId[], ItemId[]] = [[], [], []];
  for (const id of candidates) {
    if (items.length === count) break;
    const own = byId.get(id);
    const isOther = own !== undefined && works.some((work) => isEdition(work, own));
    const place = badly.has(id) ? bad : isOther ? editions : items;
    place.push(id);
    if (place === items && own !== undefined) works.push(own);
  }
  return { items, editions, bad };
}

/** So many of those that are passed over are named. */
const MOST_PASSED = 5;

/** The titles, and what of the candidates is not among them: who reads them sees no others. */
function namedWords({ items, editions, bad }: Named, candidates: number, { titles }: Catalogue): string {
  const titleOf = (id: ItemId): string => titles.reference(id).title;
  const passedOver = (why: string, ids: readonly ItemId[]): string => {
    const more = ids.length - MOST_PASSED;
    const named = ids.slice(0, MOST_PASSED).map(titleOf).join('; ');
    return ids.length === 0 ? '' : ` (${why}: ${named}${more > 0 ? `; and ${String(more)} more` : ''})`;
  };
  const left = candidates - items.length - editions.length - bad.length;
  return [
    items.map(titleOf).join(' | '),
    left === 0 ? '' : ` (not named: ${counted(left, 'more candidate')})`,
    passedOver('other editions, passed over', editions),
    passedOver(`passed over, since fewer than ${String(FEW)} people rated them, and low`, bad),
  ]
    .join('')
    .trim();
}

export const mapTool = dialogueTool({
  name: 'map',
  description: `Gives the titles of the first candidates and ends the plan. Input {"count": 3}, as many as the person asks for, at most ${String(MAPPED.most)}; ${String(MAPPED.usual)} where they name no number ("a film" is none).`,
  input: INPUT,
  form: FORM,
  use(input, { catalogue, bus }) {
    const count = Math.min(MAPPED.most, input.count ?? MAPPED.usual);
    const isListed = bus.tracker.some(({ tool }) => tool === 'store-candidates');
    const named = isListed
      ? { items: bus.items.slice(0, count), editions: [], bad: [] }
      : worthNaming(bus.items, catalogue, count);
    const { items } = named;
    return resultOf({
      observation: namedWords(named, bus.items.length, catalogue),
      detail: { items },
      failed: items.length === 0,
      kept: { items, ordered: true },
    });
  },
});
