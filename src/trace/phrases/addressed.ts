/** @file Sentences about the reader, who is a person of the dataset called `You` until they say otherwise. */
import { OWN_NAME } from '../../core/own-person.ts';

const BASES: Readonly<Record<string, string>> = { has: 'have', gives: 'give', rates: 'rate', says: 'say' };

/** The sentence in the second person where its person is the reader: `You gives 3.9.` → `You give 3.9.`, `You’s average` → `Your average`. */
export function addressed(sentence: string, person: string): string {
  if (person !== OWN_NAME) return sentence;
  return sentence
    .replace(/^You (has|gives|rates|says)\b/, (_, verb: string) => `You ${BASES[verb] ?? verb}`)
    .replace(/\bYou’s\b/g, (_, at: number) => (at === 0 ? 'Your' : 'your'))
    .replace(/(?<=\b(?:of|like|by|that) )You(?=[:,. ]|$)/g, 'you');
}
