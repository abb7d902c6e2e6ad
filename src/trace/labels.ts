/** @file Words for named questions and their answers: what the page, the guide and files show in place of names and numbers of results. */
import type { About, Found } from '../core/found.ts';
import { OWN_NAME } from '../core/dataset.ts';
import { counted, short, undated } from '../core/text/words.ts';
import { firstName, listedNames, type Names, withNames } from './names.ts';
import { LABELS, type Label, type Said } from './label-table.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import type { TraceNode } from './trace-tree.ts';

export const isLabelled = (found: Found | null): found is Found & { readonly query: string } =>
  found?.query !== null && found?.query !== undefined && Object.hasOwn(LABELS, found.query);

const labelOf = ({ query }: { readonly query: string }): Label => LABELS[query] as Label;

const BASES: Readonly<Record<string, string>> = { has: 'have', gives: 'give', rates: 'rate', says: 'say' };

/** The sentence in the second person where its person is the reader: `You gives 3.9.` → `You give 3.9.`, `You’s average` → `Your average`. */
export function addressed(sentence: string, person: string): string {
  if (person !== OWN_NAME) return sentence;
  return sentence
    .replace(/^You (has|gives|rates|says)\b/, (_, verb: string) => `You ${BASES[verb] ?? verb}`)
    .replace(/\bYou’s\b/g, (_, at: number) => (at === 0 ? 'Your' : 'your'))
    .replace(/(?<=\b(?:of|like|by|that) )You(?=[:,. ]|$)/g, 'you');
}

const plural = (noun: string): string => (noun.endsWith('s') ? `${noun}es` : `${noun}s`);

function saidOf({ users, items, title }: About, { unit }: Label, names: Names): Said {
  const { task } = names;
  const user = users[0] ?? task?.user.id;
  const [only] = unit === 'list' || items.length !== 1 ? [] : items;
  const name = user === undefined ? 'the person' : (names.person(user) ?? `user ${String(user)}`);
  const noun = task?.noun ?? 'item';
  const id = only ?? task?.item?.id;
  const isOwn = only === undefined || only === task?.item?.id;
  const known = id === undefined ? undefined : (names.item(id) ?? (only === undefined ? task?.item?.title : title));
  const item = undated(known ?? (id === undefined ? `the ${noun}` : `item ${String(id)}`));
  const person = user === task?.user.id ? firstName(name) : name;
  return { person, item, theItem: isOwn ? `the ${noun}` : item, noun, nouns: plural(noun), items: items.length };
}

function othersIn({ users, items, title }: About, { unit }: Partial<Label>, names: Names): readonly string[] {
  const { task } = names;
  const [user] = users;
  const [item] = unit === 'list' || items.length !== 1 ? [] : items;
  return [
    ...(item === undefined || item === task?.item?.id
      ? []
      : [undated(names.item(item) ?? title ?? `item ${String(item)}`)]),
    ...(user === undefined || task === undefined || users.includes(task.user.id)
      ? []
      : [names.person(user) ?? `user ${String(user)}`]),
  ];
}

export function titleAbout(title: string, found: Found, names: Names): string {
  const label = isLabelled(found) ? labelOf(found) : {};
  return [title, ...othersIn(found.about, label, names).filter((name) => !title.includes(name))].join(' · ');
}

export function labelled(found: Found & { readonly query: string }, names: Names): string {
  const label = labelOf(found);
  const said = saidOf(found.about, label, names);
  return addressed(titleAbout(label.title(said), found, names), said.person);
}

export function sourceName(query: string, noun = 'item'): string {
  const label = LABELS[query];
  if (label === undefined) return query;
  const said = {
    person: 'the person',
    item: `the ${noun}`,
    theItem: `the ${noun}`,
    noun,
    nouns: plural(noun),
    items: 0,
  };
  const words = label.unit === 'list' ? (label.told?.(said, { value: 0, support: 0 }) ?? query) : label.title(said);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const isNothing = ({ value, support, rows }: Found): boolean => value === null && (support === 0 || rows.length === 0);

function valuesInWords({ columns, rows }: Found, names: Names): string {
  const at = [columns.indexOf('item_id'), columns.indexOf('value')] as const;
  const entries = rows.map((row) => ({ id: Number(row[at[0]]), value: Number(row[at[1]]) }));
  const ranked = entries.toSorted((a, b) => b.value - a.value);
  const isWhole = entries.every(({ value }) => Number.isInteger(value));
  return listedNames(
    ranked.map(({ id, value }) => `${names.item(id) ?? String(id)} ${isWhole ? String(value) : short(value)}`),
  );
}

function foundNames({ query, columns, rows }: Found, names: Names): readonly string[] {
  const at = Math.max(columns.indexOf('id'), columns.indexOf('item_id'), 0);
  const nameOf = query === 'like-users' ? names.person : names.item;
  return rows.flatMap((row) => nameOf(Number(row[at])) ?? []);
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${short(Math.abs(value))}`;

const SHORT_VALUES: Readonly<Record<string, (value: number) => string>> = {
  average: short,
  others: (value) => `${signed(value)} vs. others`,
  own: (value) => `${signed(value)} vs. their averages`,
  share: signed,
};

export function shortAnswer(found: Found, names: Names): string | null {
  if (!isLabelled(found)) return null;
  const { unit = '' } = labelOf(found);
  if (isNothing(found)) return 'nothing on record';
  if (unit === 'list') return valuesInWords(found, names);
  if (unit === 'ids') {
    const many = found.rows.length;
    const count =
      found.query === 'like-users' ? counted(many, 'person', 'people') : counted(many, names.task?.noun ?? 'item');
    const known = foundNames(found, names);
    return known.length === 0 ? count : `${count}: ${listedNames(known)}`;
  }
  return typeof found.value === 'number' ? (SHORT_VALUES[unit]?.(found.value) ?? null) : null;
}

export function plainAnswer(found: Found, names: Names): string | null {
  if (!isLabelled(found)) return null;
  const label = labelOf(found);
  const said = saidOf(found.about, label, names);
  const { told, unit, nothing } = label;
  if (told === undefined) return null;
  if (isNothing(found)) return addressed(nothing?.(said) ?? 'Nothing is on record about that.', said.person);
  const number = typeof found.value === 'number' ? found.value : 0;
  const words = addressed(told(said, { value: number, support: found.support }), said.person);
  if (unit === 'list') return `${words}: ${valuesInWords(found, names)}.`;
  if (unit !== 'ids') return typeof found.value === 'number' ? words : null;
  const known = foundNames(found, names);
  return known.length === 0 ? null : `${words}: ${listedNames(known)}.`;
}

export const foundAt = ({ tools }: Pick<TraceNode, 'tools'>): Found | null => tools.at(-1)?.result?.found ?? null;

export function askedText(args: Json): string {
  if (typeof args === 'string') return args;
  return isJsonObject(args) ? (Object.values(args).find((value) => typeof value === 'string') ?? '') : '';
}

export const observationText = (found: Found | null, observation: string, names: Names): string =>
  (found && plainAnswer(found, names)) ?? withNames(observation, names);

/** An observation that a person wrote stands as they wrote it. */
export function observed(node: Pick<TraceNode, 'state' | 'edits' | 'tools'>, names: Names): string {
  const { state, edits } = node;
  if (state === null) return '';
  const isEdited = edits.some(({ part }) => part === 'observation');
  return observationText(isEdited ? null : foundAt(node), state.observation, names);
}
