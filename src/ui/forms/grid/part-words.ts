/** @file Which part of a dataset a grid is about, and what is held out of it: the choices, and how they are put into words. */
import { canonicalJson, jsonMembers, type JsonObject } from '../../../core/json.ts';
import { counted } from '../../words.ts';

export interface SplitChoice {
  readonly title: string;
  /** `split` of a run spec; null for what it is where none is given. */
  readonly spec: JsonObject | null;
}

export const SPLITS: readonly SplitChoice[] = [
  { title: 'each person’s last', spec: null },
  { title: 'each person’s last but one', spec: { name: 'leave-last-out', options: { validation: 1 } } },
  { title: 'the last, as MACRec cuts', spec: { name: 'macrec', options: {} } },
  { title: 'the last but one, as MACRec cuts', spec: { name: 'macrec', options: { part: 'dev' } } },
  { title: 'a random fifth', spec: { name: 'random-holdout', options: {} } },
  { title: 'a random tenth, as P5 cuts', spec: { name: 'p5', options: {} } },
  { title: 'all but the first 3 of new people', spec: { name: 'cold-start', options: {} } },
  { title: 'all but the first 3 of new items', spec: { name: 'cold-start', options: { of: 'items' } } },
  { title: 'all but the latest 10 before the last', spec: { name: 'evolving-interest', options: {} } },
  { title: 'all but the earliest 10 and the last', spec: { name: 'evolving-interest', options: { history: 'early' } } },
];

/** The choices, and with them a split that none of them is. */
export function splitChoices(split: JsonObject | null): readonly SplitChoice[] {
  const isKnown = SPLITS.some(({ spec }) => canonicalJson(spec) === canonicalJson(split));
  return isKnown ? SPLITS : [...SPLITS, { title: 'as this evaluation has it', spec: split }];
}

export function partWordsOf(input: JsonObject): string {
  const { dataset, split } = jsonMembers(input['spec']);
  const { slice, person } = jsonMembers(jsonMembers(dataset)['options']);
  const { name } = jsonMembers(person);
  const who = typeof name === 'string' ? `, with ${name}` : '';
  return `${who}${partWords(jsonMembers(slice), split === undefined ? null : jsonMembers(split))}`;
}

const dayOf = (seconds: number): string => new Date(1000 * seconds).toISOString().slice(0, 10);

/** `, 50 people, a 5-core, rated at least 4; held out: a random fifth`; empty for the whole and its usual split. */
export function partWords({ users, core, minRating, from, until }: JsonObject, split: JsonObject | null): string {
  const parts = [
    ...(typeof users === 'number' ? [counted(users, 'person', 'people')] : []),
    ...(typeof core === 'number' ? [`a ${core}-core`] : []),
    ...(typeof minRating === 'number' ? [`rated at least ${minRating}`] : []),
    ...(typeof from === 'number' ? [`from ${dayOf(from)}`] : []),
    ...(typeof until === 'number' ? [`before ${dayOf(until)}`] : []),
  ].map((part) => `, ${part}`);
  const chosen = splitChoices(split).find(({ spec }) => canonicalJson(spec) === canonicalJson(split));
  return `${parts.join('')}${split === null ? '' : `; held out: ${chosen?.title ?? ''}`}`;
}
