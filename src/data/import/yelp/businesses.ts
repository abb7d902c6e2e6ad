/**
 * @file Businesses of the Yelp dataset. Their mean stars and numbers of reviews are left out: they are made of the very
 * reviews that tasks hold out.
 */
import type { Attributes, Item } from '../../../core/dataset.ts';
import { presentAttributes } from '../fields.ts';
import type { IdNumbers } from '../id-numbers.ts';
import { numberIn, textIn, textsIn } from '../json-fields.ts';
import { isJsonObject, type JsonObject, type Json } from '../../../core/json.ts';
import { readJsonLines, type JsonRow } from '../json-lines.ts';
import { parsePythonLiteral } from '../python-literal.ts';
import type { RejectedRows } from '../rejected-rows.ts';
import type { MemberFile } from '../source-files.ts';
import type { Reading } from '../table.ts';

const PLACE = ['address', 'neighborhood', 'city', 'state', 'postal_code'] as const;
const NUMBERS = ['latitude', 'longitude'] as const;

/** Businesses by their numbers. */
export async function readBusinesses(
  members: readonly MemberFile[],
  ids: IdNumbers,
  reading: Reading,
): Promise<Map<number, Item>> {
  const businesses = new Map<number, Item>();
  const use = ({ value }: JsonRow): string | null => {
    const sourceId = textIn(value['business_id']);
    const title = textIn(value['name']);
    if (sourceId === '') return 'item id is missing';
    if (ids.has(sourceId)) return 'item id repeated: the first counts';
    if (title === '') return 'name is empty';
    const id = ids.of(sourceId);
    const attributes = businessAttributes(value, reading.rejected);
    businesses.set(id, { id, title, year: null, sourceId, attributes });
    return null;
  };
  for (const member of members) await readJsonLines(member, reading, use);
  return businesses;
}

/** What is known of a business besides its name. @param notes receives what could not be read */
export function businessAttributes(value: JsonObject, notes: RejectedRows): Attributes {
  const { categories, attributes, hours, is_open: open } = value;
  const numbers = NUMBERS.flatMap((name): [string, number][] => {
    const number = numberIn(value[name]);
    return number === null ? [] : [[name, number]];
  });
  return presentAttributes({
    categories: typeof categories === 'string' ? splitList(categories) : textsIn(categories),
    ...Object.fromEntries(PLACE.map((name) => [name, textIn(value[name])])),
    ...Object.fromEntries(numbers),
    open: open === 1 ? 'yes' : open === 0 ? 'no' : '',
    hours: isJsonObject(hours) ? Object.entries(hours).map(([day, from]) => `${day} ${textIn(from)}`) : [],
    ...(isJsonObject(attributes) &&
      Object.fromEntries(Object.entries(attributes).map((entry) => feature(entry, notes)))),
  });
}

const splitList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** A feature such as `["WiFi", "u'free'"]`: its value is a Python literal, or a bare word in older editions. */
function feature([name, written]: [string, Json], notes: RejectedRows): [string, string | number | readonly string[]] {
  if (typeof written !== 'string') return [name, plainValue(written)];
  const literal = parsePythonLiteral(written);
  if (literal.ok) return [name, plainValue(literal.value)];
  if (/^\w[\w -]*$/.test(written)) return [name, written];
  notes.clean('attribute is not a Python literal: left out');
  return [name, ''];
}

/** Of a dict the keys that are true: `{'garage': False, 'street': True}` → `street`. */
function plainValue(value: Json): string | number | readonly string[] {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value;
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, held]) =>
      held === true ? [key] : typeof held === 'string' ? [`${key}: ${held}`] : [],
    );
  }
  return typeof value === 'string' ? value : textsIn(value);
}
