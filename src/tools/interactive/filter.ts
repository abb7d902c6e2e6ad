/** @file Hard retrieval: the candidates that satisfy conditions, by SQL (Huang and others 2023, section 3.1). */
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import { counted } from '../../core/text/words.ts';
import { conditionWords, RANK_SCHEMES, type RankScheme } from '../../core/dialogue.ts';
import { CANDIDATE_CAP } from '../../core/candidate-bus.ts';
import type { ItemId } from '../../core/dataset.ts';
import { z } from '../schema.ts';
import { resultOf, type Catalogue, dialogueTool, type ToolSurroundings } from './catalogue.ts';
import {
  compileConditions,
  FROM_ITEMS as FROM,
  idLists,
  numberColumn,
  ratingsOf,
  unknownNumbers,
  withoutEach,
} from './conditions.ts';

/** Which number a scheme goes by, and which end of it comes first; the number is the plan's own where none is named here. */
const NUMBER_OF: Partial<Record<RankScheme, { readonly attribute?: string; readonly sign: 1 | -1 }>> = {
  rating: { attribute: 'rating', sign: 1 },
  newest: { attribute: 'year', sign: 1 },
  oldest: { attribute: 'year', sign: -1 },
  most: { sign: 1 },
  least: { sign: -1 },
};

export interface NumberOrder {
  readonly attribute: string | undefined;
  /** Null where the catalogue has no such number. */
  readonly column: string | null;
  /** 1 where the largest come first. */
  readonly sign: 1 | -1;
}

/** The number that a scheme goes by; null where it goes by none. @param named the attribute that the plan names */
export function numberOrder(scheme: RankScheme, named: string | undefined, catalogue: Catalogue): NumberOrder | null {
  const number = NUMBER_OF[scheme];
  if (number === undefined) return null;
  const attribute = number.attribute ?? named;
  return { attribute, column: attribute === undefined ? null : numberColumn(attribute, catalogue), sign: number.sign };
}

/** Such an order in SQL, what is not known last; null where the catalogue does not have the number. */
const orderBy = ({ column, sign }: NumberOrder): string | null =>
  column === null ? null : `${column} IS NULL, round(${column}, 2) ${sign > 0 ? 'DESC' : 'ASC'}`;

const text = z.string().check(z.maxLength(LONGEST_NAME));
const texts = z.array(text).check(z.maxLength(400));
const bound = z.union([z.number(), text.check(z.regex(/^\$\d/))]);

export const CONDITION = z.strictObject({
  attribute: z.string().check(z.minLength(1), z.maxLength(60)),
  is: z.exactOptional(texts),
  not: z.exactOptional(texts),
  from: z.exactOptional(bound),
  to: z.exactOptional(bound),
  after: z.exactOptional(bound),
  before: z.exactOptional(bound),
});

/** Which of them stay where more satisfy the conditions than the bus holds. */
const FIRST = z.strictObject({
  scheme: z.enum(RANK_SCHEMES),
  attribute: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(60))),
});

const INPUT = z.strictObject({ conditions: z.array(CONDITION).check(z.maxLength(40)), first: z.exactOptional(FIRST) });

/** The ids of one gathered column. Rows are capped, so they come as one text. */
function gathered(sql: string, { catalogue }: ToolSurroundings): ItemId[] {
  const cell = catalogue.database.query(`SELECT group_concat(item_id) FROM (${sql})`).rows[0]?.[0];
  return cell === null || cell === undefined ? [] : String(cell).split(',').map(Number);
}

/** The best known first, so that a cut keeps those, but for what comes first in an order by a number. */
const sorted = (by: string | null, catalogue: Catalogue): string =>
  `ORDER BY ${by === null ? '' : `${by}, `}ifnull(${numberColumn(ratingsOf(catalogue), catalogue) ?? '0'}, 0) DESC, items.item_id`;

function filtered(where: string, order: string, surroundings: ToolSurroundings): { items: ItemId[]; all: number } {
  const { bus, catalogue } = surroundings;
  if (bus.isWhole) {
    const all = Number(catalogue.database.query(`SELECT count(*) ${FROM} WHERE ${where}`).rows[0]?.[0] ?? 0);
    const limit = `LIMIT ${String(CANDIDATE_CAP)}`;
    return {
      items: gathered(`SELECT items.item_id ${FROM} WHERE ${where} ${order} ${limit}`, surroundings),
      all,
    };
  }
  const kept = new Set<ItemId>();
  for (const among of idLists(bus.items)) {
    const sql = `SELECT items.item_id ${FROM} WHERE items.item_id IN (${among}) AND ${where}`;
    for (const id of gathered(sql, surroundings)) kept.add(id);
  }
  return { items: bus.items.filter((id) => kept.has(id)), all: kept.size };
}

const satisfied = (count: number): string => counted(count, 'candidate satisfies', 'candidates satisfy');

/** Where fewer are found it is said of how many a number is not known. */
const FEW = 20;

export const filterTool = dialogueTool({
  name: 'filter',
  description:
    'Keeps the candidates that satisfy all conditions. Input {"conditions": [{"attribute": "genre", "is": ["Comedy"]}, {"attribute": "year", "after": 1999}]}; ' +
    'a condition has is (has any of these; for all of them use several conditions), not (has none of these; what has no value stays; to be sure, use is), or numbers: from and to (inclusive), after and before (exclusive). ' +
    'year, rating (mean), ratings (how many), popularity (decile), title and text (words that title, values or description hold) are attributes too; "first": {"scheme": "oldest"}, as rank has it, says which stay where more than 1,000 do; "$1" stands for the number that step 1 found, "$1 decade start" and "$1 decade end" for those of its decade.',
  input: INPUT,
  form: '{"conditions": […]}',
  use(input, surroundings) {
    const { conditions, first } = input;
    const { where, problems, failed } = compileConditions(conditions, surroundings.catalogue);
    if (failed) return resultOf({ observation: 'A condition cannot be checked in this catalogue.', problems, failed });
    const { catalogue } = surroundings;
    const number = first === undefined ? null : numberOrder(first.scheme, first.attribute, catalogue);
    const by = number === null ? null : orderBy(number);
    const order = sorted(by, catalogue);
    const { items, all } = filtered(where, order, surroundings);
    const words = conditions.map(conditionWords).join('; ');
    const cut =
      all > items.length
        ? `, of which the ${String(items.length)} ${by === null ? 'best known' : 'first in that order'} stay`
        : '';
    const near = all === 0 ? withoutEach(conditions, catalogue) : '';
    const unknown = all < FEW ? unknownNumbers(conditions, catalogue) : '';
    const more = `${near === '' ? '' : ` Dropping one: ${near}.`}${unknown === '' ? '' : ` Not known: ${unknown}.`}`;
    return resultOf({
      observation: `${satisfied(all)}: ${words}${cut}.${more}`,
      detail: { sql: `SELECT items.item_id ${FROM} WHERE ${where} ${order}` },
      problems,
      failed: items.length === 0,
      kept: { items, ordered: true },
    });
  },
});
