/** @file Mapping ids to titles: the last step, which names the items of the reply. */
import type { ItemId } from '../../core/dataset.ts';
import { makersOf } from './editions.ts';
import { titleKey } from './title-key.ts';
import { inputSchema, z } from '../schema.ts';
import { invalidInput, resultOf, type Catalogue, type DialogueTool } from './catalogue.ts';

/** How many items a reply has where nobody says, and at most (the public code of Huang and others 2023). */
export const MAPPED = { usual: 5, most: 20 } as const;

const INPUT = z.strictObject({ count: z.exactOptional(z.int().check(z.gte(1))) });

const FORM = '{"count": a whole number from 1}';

/** What fewer people rated, and badly, is named to nobody who did not list it. */
const FEW = 3;

/** Without other editions of what is named before, and without what few rated, and rated badly. */
function worthNaming(
  items: readonly ItemId[],
  { items: all, titles, database, values }: Catalogue,
  count: number,
): readonly ItemId[] {
  const { min, max } = values.outline.scale;
  const bad = `SELECT group_concat(item_id) FROM item_statistics WHERE ratings < ${String(FEW)} AND mean_rating < ${String((min + max) / 2)}`;
  const badly = new Set(
    String(database.query(bad).rows[0]?.[0] ?? '')
      .split(',')
      .map(Number),
  );
  const byId = new Map(all.map((item) => [item.id, item]));
  const works = new Set<string>();
  const named: ItemId[] = [];
  for (const id of items) {
    if (named.length === count) break;
    const item = byId.get(id);
    const [maker] = item === undefined ? [] : [...makersOf(item)].sort();
    const title = titleKey(titles.reference(id).title.replace(/ \(\d{4}\)$/u, ''));
    const work = `${title} ${maker ?? String(id)}`;
    if (badly.has(id) || works.has(work)) continue;
    works.add(work);
    named.push(id);
  }
  return named;
}

/** Maps what was found to titles. */
export const mapTool: DialogueTool = {
  name: 'map',
  description: `Gives the titles of the first candidates and ends the plan. Input {"count": 3}, as many as the person asks for, at most ${String(MAPPED.most)}; ${String(MAPPED.usual)} where they name no number ("a film" is none).`,
  parameters: inputSchema(INPUT),
  form: FORM,
  use(input, { catalogue, bus }) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`map needs ${FORM}.`);
    const count = Math.min(MAPPED.most, parsed.data.count ?? MAPPED.usual);
    const isListed = bus.tracker.some(({ tool }) => tool === 'store-candidates');
    const items = (isListed ? bus.items : worthNaming(bus.items, catalogue, count)).slice(0, count);
    const titles = items.map((id) => catalogue.titles.reference(id).title);
    return resultOf({
      observation: titles.join(' | '),
      detail: { items },
      failed: items.length === 0,
      kept: { items, ordered: true },
    });
  },
};
