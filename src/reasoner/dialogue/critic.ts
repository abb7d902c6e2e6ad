/** @file The critic: whether a turn answers what was asked, by what the tracker says. */
import type { CriticView } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { planAgain } from './plan-again.ts';

/** A verdict; `advice` says what to do otherwise. */
export interface Verdict {
  readonly isGood: boolean;
  readonly advice: string;
}

const GOOD: Verdict = { isGood: true, advice: '' };
const no = (advice: string): Verdict => ({ isGood: false, advice });

/** Numbers with their digits alone: `1,200` and `1200`. */
const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\p{L}\d])\d[\d,]*(?:\.\d+)?/gu)].map(([number]) => number.replaceAll(',', ''));

/** How many things each list of a plan holds. */
function lengthsIn(value: Json): readonly number[] {
  if (value === null || typeof value !== 'object') return [];
  const parts = Object.values(value).flatMap((part) => lengthsIn(part));
  return Array.isArray(value) ? [value.length, ...parts] : parts;
}

/** A number that a reply states and no record of the turn holds; null where each is on record. */
function unrecorded({ reply, ...view }: CriticView): string | null {
  const records = JSON.stringify(view).replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
  const counts = [view.items.length, ...lengthsIn(view.plan.steps.map(({ input }) => input))].map(String);
  const known = new Set([...numbersIn(records), ...view.items.map((_, at) => String(at + 1)), ...counts]);
  return numbersIn(reply).find((number) => !known.has(number)) ?? null;
}

/** Judges a turn. Questions back and honest failures are good answers; wrong plans are not. */
export function judgeTurn(view: CriticView): Verdict {
  const { plan, tracker, items, reply } = view;
  const invalid = tracker.find(({ failed, output }) => failed && /needs \{/u.test(output));
  if (invalid !== undefined) return no(`The input of ${invalid.tool} was wrong: ${invalid.output}`);
  const isList = plan.intent === 'recommend' || plan.intent === 'choose';
  if (isList && plan.steps.length === 0)
    return no('Nothing was retrieved: plan filter, similar or store-candidates, then rank and map.');
  if (plan.intent === 'choose' && !plan.steps.some(({ tool }) => tool === 'store-candidates'))
    return no('The listed items must be stored first by store-candidates.');
  if (plan.intent === 'ask-about-item' && plan.steps.some(({ tool }) => tool !== 'look-up'))
    return no('A question about an item needs look-up alone.');
  const done = tracker.filter(({ failed }) => !failed).length;
  if (isList && done === plan.steps.length && items.length === 0)
    return no('The plan ended without items: end it with map.');
  const again = isList && items.length === 0 ? planAgain(plan, tracker) : null;
  if (again !== null) return no(again.why);
  const missing = items.find(({ title }) => !reply.includes(title.replace(/ \(\d{4}\)$/u, '')));
  if (missing !== undefined) return no(`The reply does not name ${missing.title}.`);
  const number = plan.steps.length === 0 ? null : unrecorded(view);
  return number === null ? GOOD : no(`The reply says ${number}, which no record of this turn holds.`);
}
