/** @file Numbers with the names that people read: what a person asks of a tool says `item 6, Heat (1995)`, as prompts do. */
import type { TraceNames } from './names.ts';

const YEAR = / \(\d{4}\)$/;

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
    if (YEAR.test(title)) add(title.replace(YEAR, ''), `item ${String(id)}, ${title}`);
  }
  return new Map([...meant].flatMap(([name, meaning]) => (meaning === null ? [] : [[name, meaning] as const])));
}

/** A text in which whoever and whatever a trace knows by name has its number too; what has it already stays as it is. */
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
