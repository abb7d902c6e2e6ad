/** @file Slips and wrong verdicts in words, for the tree, its legend and its guide. */
import type { Names } from './names.ts';
import type { Misjudgement, Slip } from './trace-slips.ts';

const withoutYear = (title: string): string => title.replace(/ \(\d{4}\)$/, '');

/** `wrong film`, `wrong person`, `wrong person and film`. */
export function slipInShort({ user, item }: Slip, { task }: Names): string {
  const wrong = [...(user === null ? [] : ['person']), ...(item === null ? [] : [task?.noun ?? 'item'])];
  return `wrong ${wrong.join(' and ')}`;
}

/** `It asks about X-Men: wrong film.` */
export function slipInWords(slip: Slip, names: Names): string {
  const { user, item } = slip;
  const about = [
    ...(user === null ? [] : [names.person(user) ?? `user ${String(user)}`]),
    ...(item === null ? [] : [withoutYear(names.item(item) ?? `item ${String(item)}`)]),
  ];
  return `It asks about ${about.join(' and ')}: ${slipInShort(slip, names)}.`;
}

/** What went wrong in judging, in a few words. */
export const MISJUDGED_IN_SHORT: Readonly<Record<Misjudgement, string>> = {
  'cut-right': 'the critic erred',
  'kept-wrong': 'the critic erred',
  'outvoted-right': 'the voters erred',
  'voted-wrong': 'the voters erred',
};

/** What went wrong in judging, in a sentence. */
export function misjudgementInWords(misjudged: Misjudgement, { task }: Names): string {
  const noun = task?.noun ?? 'item';
  return {
    'cut-right': `The critic erred: it cut a state about the right person${task?.item === null ? '' : ` and ${noun}`} that had found something.`,
    'kept-wrong': `The critic erred: it kept a state that asks about the wrong person or ${noun}.`,
    'outvoted-right': `The voters erred: they preferred a state that asks about the wrong person or ${noun}.`,
    'voted-wrong': `The voters erred: a state about the right person or ${noun} stood beside this one.`,
  }[misjudged];
}
