/** @file The critic: whether a turn answers what was asked, by what the tracker says. */
import type { CriticView } from '../../core/dialogue.ts';

/** A verdict; `advice` says what to do otherwise. */
export interface Verdict {
  readonly isGood: boolean;
  readonly advice: string;
}

const GOOD: Verdict = { isGood: true, advice: '' };
const no = (advice: string): Verdict => ({ isGood: false, advice });

/** Judges a turn. Questions back and honest failures are good answers; wrong plans are not. */
export function judgeTurn({ plan, tracker, items, reply }: CriticView): Verdict {
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
  const missing = items.find((title) => !reply.includes(title.replace(/ \(\d{4}\)$/u, '')));
  if (missing !== undefined) return no(`The reply does not name ${missing}.`);
  return GOOD;
}
