/**
 * @file Names in the place of numbers. A trace holds what models saw, which is `user 448` and `items 208, 2667, …`; what people read
 * of it names the people and items, and keeps the numbers for those who point at a name.
 */
import { taskOf } from './task-of.ts';
import type { ItemId, UserId } from '../core/dataset.ts';
import { short } from './phrases/plain-words.ts';
import { readAsked } from './phrases/read-phrase.ts';
import { stateIn, type NodeResult } from '../core/node-data.ts';
import { isRanking, itemOfTask, type ItemReference, type Task, type UserReference } from '../core/task.ts';
import type { TraceEvent } from '../core/trace.ts';

/** Who and what numbers stand for; null where that is not known. */
export interface Names {
  readonly person: (id: UserId) => string | null;
  /** With the year where it is known: `Heat (1995)`. */
  readonly item: (id: ItemId) => string | null;
  /** What the texts are about; absent where they are about no task of the field. */
  readonly task?: TaskNamed;
}

/** Whom and what a task is about, as people call it. */
export interface TaskNamed {
  readonly user: UserReference;
  /** Null for a choice. */
  readonly item: ItemReference | null;
  /** Of a choice. */
  readonly candidates?: readonly ItemReference[];
  /** What one item is called: `film`. */
  readonly noun: string;
}

/** Nobody and nothing by name. */
export const NO_NAMES: Names = { person: () => null, item: () => null };

/** The names that `first` knows, else those that `second` knows. */
export function eitherNames(first: Names, second: Names): Names {
  return {
    person: (id) => first.person(id) ?? second.person(id),
    item: (id) => first.item(id) ?? second.item(id),
  };
}

/** A list of names as it crosses a border: `names[i]` belongs to `ids[i]`. */
export interface NameList {
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

/** The names of two lists. */
export function namesOfLists(people: NameList, items: NameList): Names {
  const [persons, titles] = [people, items].map(
    ({ ids, names }) => new Map(ids.map((id, at) => [id, names[at] ?? ''])),
  ) as [Map<number, string>, Map<number, string>];
  return { person: (id) => persons.get(id) ?? null, item: (id) => titles.get(id) ?? null };
}

/** The names that a trace gives itself, in its tasks, its truths and the reasoner's questions. It grows as events are added. */
export class TraceNames implements Names {
  readonly people = new Map<UserId, string>();
  readonly items = new Map<ItemId, string>();

  readonly person: Names['person'] = (id) => this.people.get(id) ?? null;
  readonly item: Names['item'] = (id) => this.items.get(id) ?? null;

  add(event: TraceEvent): void {
    if (event.type === 'truth' && event.truth.type === 'choice') this.noteItem(event.truth.item);
    if (event.type === 'node-end') this.noteQuestion(event.result);
    if (event.type !== 'node-start' || event.kind !== 'task') return;
    const task = taskOf(event);
    if (task === null) return;
    this.people.set(task.user.id, task.user.name);
    if ('item' in task) this.noteItem(task.item);
    if ('candidates' in task) task.candidates.forEach((item) => this.noteItem(item));
    if ('history' in task) task.history.forEach((item) => this.noteItem(item));
    // The examples of another domain have numbers of their own.
    if (task.examplesFrom === undefined)
      for (const example of task.examples) if ('item' in example) this.noteItem(example.item);
  }

  /** The reasoner's questions name the item that they are about. */
  private noteQuestion(result: NodeResult): void {
    const state = stateIn(result);
    const item = state === null ? null : (readAsked(state)?.subject.item ?? null);
    if (item !== null && item.title !== '') this.items.set(item.id, item.title);
  }

  private noteItem({ id, title }: ItemReference): void {
    this.items.set(id, title);
  }
}

/** A piece of a text. */
export interface NamedPart {
  readonly text: string;
  /** What stood in its place, where it is a name; else null. */
  readonly id: string | null;
  /** Of the end of a list: the names that it leaves out. */
  readonly rest?: readonly string[];
}

const NUMBER = String.raw`-?\d{1,12}`;
const LIKENESS = String.raw`${NUMBER} \(\d{1,6}\.\d{1,6}\)`;
const VALUE = String.raw`${NUMBER}: -?\d{1,12}(?:\.\d{1,6})?`;
const MENTIONS = new RegExp(
  [
    String.raw`\b(?:the )?(?<many>users|items) (?<ids>${LIKENESS}(?:, ${LIKENESS})*|${NUMBER}(?:, ${NUMBER})+)(?!\d)`,
    String.raw`(?<![\d.:])(?<values>${VALUE}(?:; ${VALUE})+)`,
    String.raw`\b(?<one>user|item|person)(?<space>[ #])(?<id>${NUMBER})(?!\d)`,
    String.raw`\b(?<tool>(?<looked>User|Item)(?:Info|History) )(?<of>${NUMBER})(?!\d)`,
    String.raw`^${NUMBER}: Title: `,
  ].join('|'),
  'gim',
);
/** What may follow the number of an item whose title nobody else knows. */
const OWN_TITLE = /^, ([^;:?\n]{1,120}? \(\d{4}\))/;
/** A list names as many as this, and says how many more there are. */
const NAMED_OF_LIST = 3;

const plain = (text: string): NamedPart => ({ text, id: null });

/** How far behind a number the text goes on to say the same title, as prompts do: `item 6, Heat (1995)`. */
function repeatedTitle(rest: string, title: string): number {
  const said = [', ', ', Title: ', ': Title: '].find((between) => rest.startsWith(between + title));
  return said === undefined ? 0 : said.length + title.length;
}

function listed(entries: readonly (readonly [name: string | null, id: string, after: string])[]): NamedPart[] {
  const shown = entries.slice(0, NAMED_OF_LIST);
  const parts = shown.flatMap(([name, id, after], at) => [
    ...(at === 0 ? [] : [plain(', ')]),
    name === null ? plain(id) : { text: name, id },
    ...(after === '' ? [] : [plain(after)]),
  ]);
  const more = entries.slice(NAMED_OF_LIST);
  if (more.length === 0) return parts;
  const rest = more.map(([name, id]) => name ?? id);
  return [...parts, { text: ` and ${String(more.length)} more`, id: more.map(([, id]) => id).join(', '), rest }];
}

/** Numbers that stand beside each other, to the same digits. */
const alike = (values: readonly number[]): readonly string[] =>
  values.every(Number.isInteger) ? values.map(String) : values.map(short);

/** A list of alike people or items, most alike first, or of candidates; as it stands where none of them has a name. */
function namedList(groups: Readonly<Record<string, string | undefined>>, names: Names): NamedPart[] | null {
  const nameOf = groups['many']?.toLowerCase() === 'users' ? names.person : names.item;
  const entries = (groups['ids'] ?? '').split(', ').map((entry) => {
    const [id = '', likeness] = entry.split(' ');
    const after = likeness === undefined ? '' : ` (${short(Number(likeness.slice(1, -1)))})`;
    return [nameOf(Number(id)), id, after] as const;
  });
  return entries.every(([name]) => name === null) ? null : listed(entries);
}

/** Values by item, the highest first; as they stand where no item has a title. */
function namedValues(values: string, names: Names): NamedPart[] | null {
  const entries = values.split('; ').map((pair) => {
    const [id = '', value = ''] = pair.split(': ');
    return { id, value: Number(value), title: names.item(Number(id)) };
  });
  if (entries.every(({ title }) => title === null)) return null;
  const ranked = entries.toSorted((a, b) => b.value - a.value);
  const said = alike(ranked.map(({ value }) => value));
  return listed(ranked.map(({ id, title }, at) => [title, id, ` ${said[at] ?? ''}`]));
}

/**
 * A text with names in the place of numbers, in pieces. What names nobody that is known stays as it is, and a list names its first
 * few.
 */
export function named(text: string, names: Names): readonly NamedPart[] {
  const parts: NamedPart[] = [];
  let done = 0;
  for (const match of text.matchAll(MENTIONS)) {
    if (match.index < done) continue;
    const found = mentioned(match, text, names);
    if (found === null) continue;
    parts.push(plain(text.slice(done, match.index)));
    for (const part of found.parts) parts.push(part);
    done = match.index + found.length;
  }
  parts.push(plain(text.slice(done)));
  return parts.filter((part) => part.text !== '');
}

interface Mentioned {
  readonly parts: readonly NamedPart[];
  /** Of the text that the parts stand for. */
  readonly length: number;
}

function mentioned(match: RegExpExecArray, text: string, names: Names): Mentioned | null {
  const [whole] = match;
  const { many, values, one, space = '', id, tool, looked, of } = match.groups ?? {};
  const whereWhole = (parts: readonly NamedPart[] | null): Mentioned | null =>
    parts === null ? null : { parts, length: whole.length };
  if (many !== undefined) return whereWhole(namedList(match.groups ?? {}, names));
  if (values !== undefined) return whereWhole(namedValues(values, names));
  if (tool !== undefined) {
    const name = (looked?.toLowerCase() === 'user' ? names.person : names.item)(Number(of));
    return name === null ? null : whereWhole([plain(tool), { text: name, id: of ?? '' }]);
  }
  // A line of a history begins with the number of the item that it names.
  if (one === undefined || id === undefined) return whereWhole([]);
  const isItem = one.toLowerCase() === 'item';
  const rest = text.slice(match.index + whole.length);
  const known = (isItem ? names.item : names.person)(Number(id));
  const own = isItem && known === null ? OWN_TITLE.exec(rest) : null;
  const name = known ?? own?.[1];
  if (name === undefined) return null;
  const length = whole.length + (isItem ? (own?.[0].length ?? repeatedTitle(rest, name)) : 0);
  return { parts: [{ text: name, id: `${one}${space}${id}` }], length };
}

/** A text with names in the place of numbers. */
export function withNames(text: string, names: Names): string {
  return named(text, names)
    .map((part) => part.text)
    .join('');
}

/** The names of everybody and everything that a text mentions by number, those that a list leaves out too. */
export function mentionedIn(text: string, names: Names): readonly string[] {
  return named(text, names).flatMap(({ text: said, id, rest }) => (id === null ? [] : (rest ?? [said])));
}

/** What friends call somebody: the first of several names; `person 478` stays whole. */
export function firstName(name: string): string {
  const [first = name, second] = name.split(' ');
  return second === undefined || /^[\d#]/.test(second) ? name : first;
}

/** The names for what a task's states say: the person that it is about goes by the first one. */
export function namesAround(task: Task, names: Names): Names {
  const { user, itemNoun } = task;
  return {
    item: names.item,
    person: (id) => {
      const name = names.person(id) ?? (id === user.id ? user.name : null);
      return name !== null && id === user.id ? firstName(name) : name;
    },
    task: {
      user,
      item: itemOfTask(task),
      noun: itemNoun,
      ...(isRanking(task) && { candidates: task.candidates }),
    },
  };
}
