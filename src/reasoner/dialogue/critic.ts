/**
 * @file The critic: whether a turn answers what was asked, by what the tracker says; and another plan where the first found nothing though
 * less would do: any of several kinds, or an order in place of an unknown bound.
 */
import { undated } from '../../core/title-with-year.ts';
import type { TrackerRecord } from '../../core/candidate-bus.ts';
import type { CatalogueOutline, Condition, CriticView, DialoguePlan } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { draftOf, stepsOf } from './draft.ts';
import { KINDS, spokenAs } from './lexicon.ts';
import { once } from './once.ts';

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
  const again = isList && items.length === 0 ? planAgain(plan, tracker, view.catalogue) : null;
  if (again !== null) return no(again.why);
  const missing = items.find(({ title }) => !reply.includes(undated(title)));
  if (missing !== undefined) return no(`The reply does not name ${missing.title}.`);
  const number = plan.steps.length === 0 ? null : unrecorded(view);
  return number === null ? GOOD : no(`The reply says ${number}, which no record of this turn holds.`);
}

/** "Well rated" on IMDB, out of ten. */
const WELL_ON_IMDB = 7.5;

/** The other plan, whose reply says what is different, and why it is made; null where nothing was found by what was asked. */
export function planAgain(
  plan: DialoguePlan,
  tracker: readonly Pick<TrackerRecord, 'output' | 'failed'>[],
  catalogue: CatalogueOutline,
): { readonly plan: DialoguePlan; readonly why: string } | null {
  const draft = draftOf(plan);
  const as = (changed: Partial<typeof draft>, why: string) => ({
    plan: { ...plan, steps: stepsOf({ ...draft, ...changed }), reply: `${plan.reply} ${why}`.trim() },
    why,
  });
  const [anchor] = draft.anchors;
  if (anchor !== undefined && tracker.some((one) => one.failed && one.output.includes('not known for certain'))) {
    const { attribute, relation } = anchor;
    const isBound = (relation === 'before' || relation === 'after') && draft.order === null;
    const scheme = relation === 'before' ? 'least' : 'most';
    const why = `What that is to be compared with is not known, so those with the ${scheme} ${attribute.replaceAll('_', ' ')} come first.`;
    return isBound ? as({ anchors: [], order: { scheme, attribute } }, why) : null;
  }
  const isOf = (name: string): boolean =>
    draft.conditions.some(({ attribute, from }) => attribute === name && from !== undefined);
  const imdb = catalogue.attributes.find(({ name }) => name === 'imdb_rating');
  if (isOf('rating') && isOf('ratings') && imdb !== undefined) {
    const conditions = draft.conditions.filter(({ attribute }) => !/^ratings?$/u.test(attribute));
    const why = `So few people here rated those that none reaches that; I go by IMDB instead: ${String(WELL_ON_IMDB)} or more.`;
    const elsewhere = { attribute: imdb.name, from: WELL_ON_IMDB };
    return as({ conditions: [...conditions, elsewhere], order: { scheme: 'most', attribute: imdb.name } }, why);
  }
  // Where no price of what else is asked for is known, a bound on it says nothing.
  const unknown = tracker.flatMap(({ output }) => {
    const [, name = '', left = ''] = / Not known: (\w+) of (\d+)\.$/u.exec(output) ?? [];
    const isAll = output.split('without ').some((one) => one.startsWith(name) && one.includes(` there are ${left}`));
    return name !== '' && isAll ? name : [];
  })[0];
  const bounded = draft.conditions.find(({ attribute, is, not }) => attribute === unknown && (is ?? not) === undefined);
  if (bounded !== undefined && plan.intent === 'recommend') {
    const conditions = draft.conditions.filter((one) => one !== bounded);
    return as(
      { conditions },
      `I know the ${bounded.attribute.replaceAll('_', ' ')} of none that satisfies the rest, so I leave that bound out.`,
    );
  }
  const [first, second, ...more] = draft.conditions.filter(isKind);
  if (first === undefined || second?.attribute !== first.attribute || more.length > 0) return null;
  const [one, other] = [first.is ?? [], second.is ?? []];
  // Where each is filed under one kind, the other is told by texts.
  if (catalogue.isDescribed && draft.order === null)
    return as(
      {
        conditions: draft.conditions.filter((condition) => condition !== second),
        by: once([...(draft.by?.split(', ') ?? []), spokenAs(other[0] ?? '')]).join(', '),
      },
      `None is filed under both ${one.join(' or ')} and ${other.join(' or ')}.`,
    );
  const conditions = [
    { attribute: first.attribute, is: once([...one, ...other]) },
    ...draft.conditions.filter((condition) => !isKind(condition)),
  ];
  return as({ conditions }, `None is all of ${one.join(' or ')} and ${other.join(' or ')}, so these are one of them.`);
}

const isKind = ({ attribute, is }: Condition): boolean => is !== undefined && KINDS.has(attribute);
