/** @file Names in the place of the numbers of a trace: `user 448`, `items 208, 2667, …`. */
import { taskOf } from '../core/node-data.ts';
import type { ItemId, UserId } from '../core/dataset.ts';
import type { Found } from '../core/found.ts';
import { isRanking, itemOfTask, type ItemReference, type Task, type UserReference } from '../core/task.ts';
import { undated } from '../core/text/words.ts';
import type { TraceEvent } from '../core/trace.ts';

export interface Names {
  readonly person: (id: UserId) => string | null;
  readonly item: (id: ItemId) => string | null;
  readonly task?: TaskNamed;
}

export interface TaskNamed {
  readonly user: UserReference;
  readonly item: ItemReference | null;
  readonly candidates?: readonly ItemReference[];
  readonly noun: string;
}

export const NO_NAMES: Names = { person: () => null, item: () => null };

export function eitherNames(first: Names, second: Names): Names {
  return {
    person: (id) => first.person(id) ?? second.person(id),
    item: (id) => first.item(id) ?? second.item(id),
  };
}

/** `names[i]` belongs to `ids[i]`. */
export interface NameList {
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

export function namesOfLists(people: NameList, items: NameList): Names {
  const [persons, titles] = [people, items].map(
    ({ ids, names }) => new Map(ids.map((id, at) => [id, names[at] ?? ''])),
  ) as [Map<number, string>, Map<number, string>];
  return { person: (id) => persons.get(id) ?? null, item: (id) => titles.get(id) ?? null };
}

export class TraceNames implements Names {
  readonly people = new Map<UserId, string>();
  readonly items = new Map<ItemId, string>();

  readonly person: Names['person'] = (id) => this.people.get(id) ?? null;
  readonly item: Names['item'] = (id) => this.items.get(id) ?? null;

  add(event: TraceEvent): void {
    if (event.type === 'truth' && event.truth.type === 'choice') this.noteItem(event.truth.item);
    if (event.type === 'tool-result') this.noteAsked(event.found);
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

  private noteAsked(found: Found | undefined): void {
    const { items = [], title } = found?.about ?? {};
    const [only] = items;
    if (items.length === 1 && only !== undefined && title !== undefined && !this.items.has(only))
      this.items.set(only, title);
  }

  private noteItem({ id, title }: ItemReference): void {
    this.items.set(id, title);
  }
}

export interface NamedPart {
  readonly text: string;
  readonly id: string | null;
  readonly rest?: readonly string[];
}

const MENTIONS =
  /\b(?:the )?(?<many>users|items) (?<ids>-?\d{1,12}(?:, -?\d{1,12})+)(?!\d)|\b(?<one>user|item|person)(?<space>[ #])(?<id>-?\d{1,12})(?!\d)/gi;
const NAMED_OF_LIST = 3;

export function listedNames(names: readonly string[]): string {
  const more = names.length - NAMED_OF_LIST;
  const shown = names.slice(0, NAMED_OF_LIST).join(', ');
  return more > 0 ? `${shown} and ${String(more)} more` : shown;
}

const plain = (text: string): NamedPart => ({ text, id: null });

/** How far behind a number the text goes on to say the same title, as prompts do: `item 6, Heat (1995)`. */
function repeatedTitle(rest: string, title: string): number {
  const said = [', ', ', Title: ', ': Title: '].find((between) => rest.startsWith(between + title));
  return said === undefined ? 0 : said.length + title.length;
}

function namedList(ids: readonly string[], nameOf: (id: number) => string | null): NamedPart | null {
  const names = ids.map((id) => nameOf(Number(id)));
  if (names.every((name) => name === null)) return null;
  const known = names.map((name, at) => name ?? ids[at] ?? '');
  return { text: listedNames(known), id: ids.join(', '), rest: known };
}

export function named(text: string, names: Names): readonly NamedPart[] {
  const parts: NamedPart[] = [];
  let done = 0;
  for (const match of text.matchAll(MENTIONS)) {
    const [whole] = match;
    const { many, ids = '', one = '', space = '', id = '' } = match.groups ?? {};
    const isItem = /^item/i.test(many ?? one);
    const nameOf = isItem ? names.item : names.person;
    const name = many === undefined ? nameOf(Number(id)) : null;
    const part =
      many === undefined
        ? name === null
          ? null
          : { text: name, id: `${one}${space}${id}` }
        : namedList(ids.split(', '), nameOf);
    if (part === null) continue;
    parts.push(plain(text.slice(done, match.index)), part);
    const end = match.index + whole.length;
    done = end + (isItem && name !== null ? repeatedTitle(text.slice(end), name) : 0);
  }
  parts.push(plain(text.slice(done)));
  return parts.filter((part) => part.text !== '');
}

export function withNames(text: string, names: Names): string {
  return named(text, names)
    .map((part) => part.text)
    .join('');
}

/** What friends call somebody: the first of several names; `person 478` stays whole. */
export function firstName(name: string): string {
  const [first = name, second] = name.split(' ');
  return second === undefined || /^[\d#]/.test(second) ? name : first;
}

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

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** What a name stands for, as prompts say it; of names that several have, none is known. */
function meanings({ people, items }: Pick<TraceNames, 'people' | 'items'>): ReadonlyMap<string, string> {
  const meant = new Map<string, string | null>();
  const add = (name: string, meaning: string): void => {
    if (name !== '') meant.set(name, meant.has(name) ? null : meaning);
  };
  for (const [id, name] of people) add(name, `user ${String(id)}`);
  for (const [id, title] of items) {
    add(title, `item ${String(id)}, ${title}`);
    if (undated(title) !== title) add(undated(title), `item ${String(id)}, ${title}`);
  }
  return new Map([...meant].flatMap(([name, meaning]) => (meaning === null ? [] : [[name, meaning] as const])));
}

export function withNumbers(text: string, names: Pick<TraceNames, 'people' | 'items'>): string {
  const meant = meanings(names);
  const longest = [...meant.keys()].sort((one, other) => other.length - one.length).map(literal);
  if (longest.length === 0) return text;
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}])(?<!\\b(?:item|user|person) -?\\d{1,12}, )(?:${longest.join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return text.replace(named, (name) => meant.get(name) ?? name);
}
