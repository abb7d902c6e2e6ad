/**
 * @file Conditions as SQL: the hard retrieval of a conversation. Values come from the catalogue's own list and are quoted, so that no
 * text of a person ever becomes a part of a statement.
 */
import { sqlText } from '../../core/database.ts';
import type { ItemId } from '../../core/dataset.ts';
import { conditionWords, type Condition, type DialogueProblem } from '../../core/dialogue.ts';
import { type Catalogue, resolveTitles, withEditions } from './catalogue.ts';
import { titleKey } from './title-index.ts';
import { undated } from '../../core/text/words.ts';
import { ownValue } from '../../core/json.ts';

interface CompiledConditions extends Omit<Part, 'sql'> {
  readonly where: string;
}

/** What compiled conditions are about, as a FROM clause. */
export const FROM_ITEMS = 'FROM items LEFT JOIN item_statistics ON item_statistics.item_id = items.item_id';

const IDS_AT_ONCE = 400;

/** Lists of ids for SQL, each short enough for one statement and for one cell of its result. */
export function idLists(ids: readonly ItemId[]): readonly string[] {
  const lists: string[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    lists.push(ids.slice(start, start + IDS_AT_ONCE).join(', '));
  return lists;
}

/** Numbers that are no attributes, as SQL; the last three where somebody rated something. */
const YEAR = { year: 'items.year' };
const NUMBERS: Readonly<Record<string, string>> = {
  ...YEAR,
  rating: 'item_statistics.mean_rating',
  ratings: 'ifnull(item_statistics.ratings, 0)',
  popularity: 'ifnull(item_statistics.popularity_decile, 0)',
};
const builtIn = (attribute: string, { values }: Catalogue): string | undefined =>
  ownValue<string>(values.outline.enough === 0 ? YEAR : NUMBERS, attribute);

/** The number that an attribute is of an item, as SQL over `FROM_ITEMS`; null where the catalogue has no such number. */
export function numberColumn(attribute: string, catalogue: Catalogue): string | null {
  const column = builtIn(attribute, catalogue);
  if (column !== undefined) return column;
  const known = catalogue.values.attribute(attribute);
  if (known?.isNumber !== true) return null;
  return `(SELECT max(CAST(value AS REAL)) FROM item_attributes WHERE attribute = ${sqlText(known.name)} AND item_attributes.item_id = items.item_id)`;
}

/** What tells how well known an item is: how many rated it here, or elsewhere where nobody did. */
export const ratingsOf = ({ values }: Catalogue): string => (values.outline.enough === 0 ? 'vote_count' : 'ratings');

const BOUNDS = [
  ['from', '>='],
  ['to', '<='],
  ['after', '>'],
  ['before', '<'],
] as const;

interface Part {
  readonly sql: readonly string[];
  readonly problems: readonly DialogueProblem[];
  /** True where a condition cannot be checked, so that nothing is known to satisfy it. */
  readonly failed: boolean;
}

const failedWith = (problem: DialogueProblem): Part => ({ sql: [], problems: [problem], failed: true });

function boundsOf(column: string, condition: Condition): Part {
  const sql: string[] = [];
  for (const [name, operator] of BOUNDS) {
    const bound = condition[name];
    if (bound === undefined) continue;
    if (typeof bound !== 'number' || !Number.isFinite(bound))
      return failedWith({ type: 'input-invalid', problem: `${condition.attribute} ${name} needs a number.` });
    sql.push(`${column} ${operator} ${String(bound)}`);
  }
  return { sql, problems: [], failed: false };
}

function ofTitles({ is = [], not = [] }: Condition, catalogue: Catalogue): Part {
  const wanted = resolveTitles(catalogue.titles, is);
  const unwanted = resolveTitles(catalogue.titles, not);
  const sql: string[] = [];
  const ids = (items: readonly { readonly id: number }[]): string => items.map(({ id }) => String(id)).join(', ');
  if (is.length > 0) sql.push(`items.item_id IN (${ids([...wanted.items, ...wanted.namesakes])})`);
  // A title without its year leaves out all that are called so, and one with it its other editions.
  const alike = not.flatMap((text) => {
    const match = catalogue.titles.match(text);
    if (match.type !== 'found' || / \(\d{4}\)$/u.test(text)) return [];
    return match.others.filter(({ title }) => titleKey(undated(title)) === titleKey(undated(match.item.title)));
  });
  const excluded = [...unwanted.items, ...unwanted.namesakes, ...alike].map(({ id }) => id);
  if (excluded.length > 0)
    sql.push(`items.item_id NOT IN (${[...withEditions(excluded, catalogue.items)].map(String).join(', ')})`);
  return { sql, problems: wanted.problems, failed: false };
}

function valuesOf(attribute: string, written: readonly string[], { values }: Catalogue): string[] {
  return [...new Set(written.flatMap((text) => values.match(attribute, text)))];
}

function ofAttribute(condition: Condition, catalogue: Catalogue): Part {
  const attribute = catalogue.values.attribute(condition.attribute);
  const known = catalogue.values.outline.attributes.map(({ name }) => name);
  if (attribute === null) return failedWith({ type: 'attribute-unknown', attribute: condition.attribute, known });
  const { name } = attribute;
  const { is = [], not = [] } = condition;
  const rows = `SELECT item_id FROM item_attributes WHERE attribute = ${sqlText(name)}`;
  const sql: string[] = [];
  if (is.length > 0) {
    const values = valuesOf(name, is, catalogue);
    if (values.length === 0)
      return failedWith({ type: 'value-unknown', attribute: name, value: is.join(', '), near: attribute.values });
    sql.push(`items.item_id IN (${rows} AND value IN (${values.map(sqlText).join(', ')}))`);
  }
  const unwanted = valuesOf(name, not, catalogue);
  const absent = not.filter((text) => catalogue.values.match(name, text).length === 0);
  if (unwanted.length > 0)
    sql.push(`items.item_id NOT IN (${rows} AND value IN (${unwanted.map(sqlText).join(', ')}))`);
  const bounds = boundsOf('CAST(value AS REAL)', condition);
  if (bounds.failed) return bounds;
  if (bounds.sql.length > 0) sql.push(`items.item_id IN (${[rows, ...bounds.sql].join(' AND ')})`);
  const problems = absent.map((value) => ({ type: 'value-unknown', attribute: name, value, near: [] }) as const);
  return { sql, problems, failed: false };
}

const SPAN = /^(-?\d+(?:\.\d+)?)(?:\s*[-–]\s*(\d+(?:\.\d+)?))?$/u;

/** Conditions on a number; its values are numbers or spans such as `1990-1999`. */
function ofNumber(column: string, condition: Condition): Part {
  const spans = (written: readonly string[]): string[] =>
    written.flatMap((text) => {
      const match = SPAN.exec(text.trim());
      return match === null ? [] : [`${column} BETWEEN ${match[1] ?? ''} AND ${match[2] ?? match[1] ?? ''}`];
    });
  const bounds = boundsOf(column, condition);
  const { is = [], not = [] } = condition;
  const wanted = spans(is);
  const unwanted = spans(not);
  if (bounds.failed || wanted.length < is.length || unwanted.length < not.length) {
    const problem = `${condition.attribute} needs numbers, or spans such as 1990-1999.`;
    return failedWith({ type: 'input-invalid', problem });
  }
  const sql = [...bounds.sql];
  if (wanted.length > 0) sql.push(`(${wanted.join(' OR ')})`);
  if (unwanted.length > 0) sql.push(`NOT (${unwanted.join(' OR ')})`);
  return { sql, problems: [], failed: false };
}

const SHORT_WORD = 4;

/** Items whose titles, values and descriptions hold a word, in the singular or plural; what is wanted may be written with a hyphen. */
function ofTexts({ is = [], not = [] }: Condition): Part {
  const holding = (word: string, hyphen: '-' | ''): string => {
    const plain = word
      .toLowerCase()
      .replaceAll(/[*?[\]]/gu, '')
      .replace(/(?<=o)es$|(?<=[^s]{4})s$/u, '');
    // "War" is not "Warner": a short word is one of its own, in the singular or the plural.
    const plural = /(?:[sxzo]|[cs]h)$/u.test(plain) ? 'es' : 's';
    const ends = plain.length > SHORT_WORD ? [''] : ['[^a-z]', `${plural}[^a-z]`];
    const like = (column: string): string => {
      const text = `' ' || replace(lower(${column}), '-', '${hyphen}') || ' '`;
      const globs = ends.map((end) => `${text} GLOB ${sqlText(`*[^a-z]${plain.replaceAll('-', hyphen)}${end}*`)}`);
      return globs.join(' OR ');
    };
    const titled = `SELECT item_id FROM items WHERE ${like('title')}`;
    return `IN (${titled} UNION SELECT item_id FROM item_attributes WHERE ${like('value')})`;
  };
  // After "or" another word will do.
  const oneOf = (words: string): string[] => words.split(' or ').map((word) => `items.item_id ${holding(word, '')}`);
  const sql = is.map((words) => `(${oneOf(words).join(' OR ')})`);
  return {
    sql: [...sql, ...not.map((word) => `items.item_id NOT ${holding(word, '-')}`)],
    problems: [],
    failed: false,
  };
}

function partOf(condition: Condition, catalogue: Catalogue): Part {
  if (condition.attribute === 'text') return ofTexts(condition);
  if (condition.attribute === 'title') return ofTitles(condition, catalogue);
  const column = builtIn(condition.attribute, catalogue);
  return column === undefined ? ofAttribute(condition, catalogue) : ofNumber(column, condition);
}

/** Compiles conditions that must all hold. */
export function compileConditions(conditions: readonly Condition[], catalogue: Catalogue): CompiledConditions {
  const parts = conditions.map((condition) => partOf(condition, catalogue));
  const sql = parts.flatMap((part) => part.sql);
  // What the catalogue does not know of any item is told and left aside, where something else is to be satisfied or nothing but that was to be left out.
  const isLeftAside = ({ problems }: Part, at: number): boolean =>
    problems.every(({ type }) => type === 'attribute-unknown') &&
    (conditions[at]!.not !== undefined ||
      conditions.some(
        ({ attribute }, other) => other !== at && attribute !== 'title' && parts[other]?.failed === false,
      ));
  return {
    where: sql.length === 0 ? '1' : sql.join(' AND '),
    problems: parts.flatMap(({ problems }) => problems),
    failed: parts.some((part, at) => part.failed && !isLeftAside(part, at)),
  };
}

const countWhere = (where: string, { database }: Catalogue): number =>
  Number(database.query(`SELECT count(*) ${FROM_ITEMS} WHERE ${where}`).rows[0]?.[0] ?? 0);

/** Of how many items that satisfy all other conditions a number is not known: `running_time of 77`; empty where it is of all. */
export function unknownNumbers(conditions: readonly Condition[], catalogue: Catalogue): string {
  const told = conditions.flatMap((condition) => {
    const { attribute, is, not } = condition;
    const column = is === undefined && not === undefined ? numberColumn(attribute, catalogue) : null;
    if (column === null) return [];
    const others = conditions.filter((one) => one.attribute !== attribute);
    const items = countWhere(`${column} IS NULL AND ${compileConditions(others, catalogue).where}`, catalogue);
    return items === 0 ? [] : [`${attribute} of ${String(items)}`];
  });
  return [...new Set(told)].join(', ');
}

/** How many items there would be without each condition, where together they leave none: `without the year 12`; empty where that leaves none either. */
export function withoutEach(conditions: readonly Condition[], catalogue: Catalogue): string {
  const told = conditions.flatMap((condition) => {
    const others = conditions.filter((one) => one !== condition);
    if (others.length === 0 || condition.attribute === 'title') return [];
    const items = countWhere(compileConditions(others, catalogue).where, catalogue);
    return items === 0 ? [] : [`without ${conditionWords(condition)} there are ${String(items)}`];
  });
  return told.join(', ');
}
