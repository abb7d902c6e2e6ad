/** @file Reads questions and sentences of the built-in reasoner back, for people. */
import type { AskedPhrase, Found, Phrase } from './phrase.ts';
import { FITTED_RANKING_PHRASE, RANKING_PHRASES } from './ranking-phrases.ts';
import { RATING_PHRASES } from './rating-phrases.ts';
import { RecentlyUsed } from '../../core/recently-used.ts';
import type { Json } from '../../core/json.ts';
import type { StateResult } from '../../core/node-data.ts';
import { readerOf, subjectOf, valueOf } from './template.ts';
import { TEXTS_PHRASES } from './texts-phrases.ts';

const ALL: readonly Phrase[] = [
  ...Object.values<Phrase>({ ...RATING_PHRASES, ...RANKING_PHRASES, ...TEXTS_PHRASES }),
  FITTED_RANKING_PHRASE,
];
const READERS = ALL.map((phrase) => ({
  phrase,
  question: readerOf(phrase.question),
  thoughts: readerOf(phrase.thought),
  sentence: readerOf(phrase.sentence),
}));

/** The phrase of a query by its name; undefined where there is none. */
export const phraseOf = (name: string): Phrase | undefined => ALL.find((phrase) => phrase.name === name);

/** The tree asks for the same texts again and again. */
const remembered = new RecentlyUsed<{ readonly asked: AskedPhrase | null }>(4096);

function readAnew(tool: string, text: string, thought: string): AskedPhrase | null {
  for (const { phrase, question, thoughts } of READERS) {
    if (phrase.tool !== tool) continue;
    // What other tools are asked is a title or a number alone: the thought says what for.
    const groups = (tool === 'database' ? question.exec(text) : thoughts.exec(thought))?.groups;
    if (groups !== undefined) return { phrase, subject: subjectOf(groups) };
  }
  return null;
}

/** What a state asked, by the words that it gave its tool and its thought; null where no template wrote them. */
export function readAsked({ thought, action }: Pick<StateResult, 'thought' | 'action'>): AskedPhrase | null {
  if (action === null) return null;
  const text = askedText(action.arguments);
  const key = `${action.tool}\n${action.tool === 'database' ? text : thought}`;
  const known = remembered.get(key);
  if (known !== undefined) return known.asked;
  const asked = readAnew(action.tool, text, thought);
  remembered.set(key, { asked });
  return asked;
}

/** The text among the arguments of an action; empty where there is none. */
export function askedText(args: Json): string {
  if (typeof args === 'string') return args;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return '';
  return Object.values(args).find((value) => typeof value === 'string') ?? '';
}

/** Where the reasoner says that it found nothing. */
export const isNothing = (sentence: string): boolean => sentence.startsWith('Nothing is on record for that');

/** What a sentence says in answer to a question; null where it says no single number. */
export function readSentence({ phrase }: AskedPhrase, text: string): Found | null {
  const groups = READERS.find((one) => one.phrase === phrase)?.sentence.exec(text)?.groups;
  const value = groups === undefined ? null : valueOf(groups);
  const support = groups?.['support'];
  return value === null || support === undefined ? null : { value, support: Number(support) };
}
