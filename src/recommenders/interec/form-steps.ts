/** @file A form as steps of the tools: the same form about the same turns is always the same plan. */
import type { Condition, DialoguePlan, DialogueView, Intent, PlanStep, WishForm } from '../../core/dialogue.ts';
import { asJson, ownValue } from '../../core/json.ts';
import { MAPPED } from '../../tools/interactive/map.ts';
import { readYears, shownLast, FACTS, formBefore, kindsOf } from './wish-form.ts';
import { ALL_FORGOTTEN } from './meant-by.ts';

const INTENTS: Readonly<Record<WishForm['intent'], Intent>> = {
  recommend: 'recommend',
  choose: 'choose',
  ask: 'ask-about-item',
  why: 'explain',
  tell: 'tell-taste',
  forget: 'chit-chat',
  chat: 'chit-chat',
};

const RANKS: Readonly<Record<string, PlanStep['input']>> = {
  'best rated': { scheme: 'rating' },
  'most popular': { scheme: 'popularity' },
  'least popular': { scheme: 'least', attribute: 'ratings' },
  newest: { scheme: 'newest' },
  oldest: { scheme: 'oldest' },
};

function rankOf({ order }: WishForm): PlanStep['input'] | null {
  const [, scheme = '', attribute = ''] = /^(most|least) (?!popular)(.+)$/u.exec(order) ?? [];
  return RANKS[order] ?? (attribute === '' ? null : { scheme, attribute });
}

export function planOf(form: WishForm, view: DialogueView): DialoguePlan {
  // Between one and nothing there is no choice.
  const isOfOne = form.intent === 'choose' && form.titles.length === 1;
  const intent = isOfOne ? 'ask-about-item' : INTENTS[form.intent];
  const steps = {
    'ask-about-item': () => lookUps(form, view),
    choose: () => (form.titles.length > 1 ? among(form.titles, form) : listSteps(form, view)),
    recommend: () => listSteps(form, view),
  }[intent as 'recommend'];
  return { intent, steps: steps?.() ?? [], reply: form.intent === 'forget' ? `${ALL_FORGOTTEN}.` : '', form };
}

const step = (tool: PlanStep['tool'], input: object): PlanStep => ({ tool, input: asJson(input) as PlanStep['input'] });

/** Facts of what is named; where nothing is, of what was spoken of last. */
function lookUps({ titles, facts }: WishForm, { turns }: DialogueView): readonly PlanStep[] {
  const about = titles.length > 0 ? titles : (turns.at(-1)?.about ?? []);
  const asked = facts.map((name) => ownValue(FACTS, name) ?? name);
  return about.length === 0 ? [] : [step('look-up', { titles: about, ...(asked.length > 0 && { facts: asked }) })];
}

/** All that satisfies the form; a part of the last list where its titles are picked, or nothing new is asked. */
function listSteps(form: WishForm, view: DialogueView): readonly PlanStep[] {
  const shown = shownLast(view);
  const picked = form.titles.filter((title) => shown.includes(title));
  if (form.list === 'part' && shown.length > 0 && (picked.length > 0 || isSameWish(form, formBefore(view))))
    return among(picked.length > 0 ? picked : shown, form);
  const conditions = conditionsOf(form, view);
  const first = rankOf(form);
  return [
    ...(conditions.length === 0 ? [] : [step('filter', { conditions, ...(first !== null && { first }) })]),
    ...(form.titles.length === 0 ? [] : [step('similar', { titles: form.titles })]),
    step('rank', first ?? { scheme: 'preference', ...(form.titles.length > 0 && { prefer: form.titles }) }),
    step('map', { count: counted(form) }),
  ];
}

const counted = ({ count }: WishForm): number => (count < 1 ? MAPPED.usual : Math.min(count, MAPPED.most));

/** Listed titles in the order that is asked for; as they stand where none is. */
function among(titles: readonly string[], form: WishForm): readonly PlanStep[] {
  const rank = rankOf(form);
  return [
    step('store-candidates', { titles }),
    ...(rank === null && form.list === 'part' ? [] : [step('rank', rank ?? { scheme: 'preference' })]),
    step('map', { count: form.count < 1 ? titles.length : counted(form) }),
  ];
}

const isSameWish = (form: WishForm, before: WishForm | null): boolean =>
  before !== null &&
  (['genres', 'without', 'years', 'titles', 'seen', 'named'] as const).every(
    (name) => JSON.stringify(form[name]) === JSON.stringify(before[name]),
  );

function conditionsOf(form: WishForm, view: DialogueView): readonly Condition[] {
  const { genres, without, years, seen, named, order, list } = form;
  const { catalogue, profile, turns } = view;
  const kinds = kindsOf(catalogue);
  const ofKind = (values: readonly string[], as: (attribute: string, own: readonly string[]) => Condition[]) =>
    [...new Set(kinds.values())].flatMap((attribute) => {
      const own = values.filter((value) => kinds.get(value) === attribute);
      return own.length === 0 ? [] : as(attribute, own);
    });
  const disliked = profile.dislike.values.map((value) => value.replace(/^[^:]+: /u, ''));
  const unwanted = [...new Set([...without, ...disliked])].filter((value) => !genres.includes(value));
  const bounds = readYears(years);
  const shown = list === 'more' ? turns.flatMap(({ items }) => items.map(({ title }) => title)) : [];
  const gone = [...new Set([...seen, ...shown])];
  return [
    ...ofKind(genres, (attribute, own) => own.map((value) => ({ attribute, is: [value] }))),
    ...ofKind(unwanted, (attribute, own) => [{ attribute, not: own }]),
    ...(bounds === null ? [] : [{ attribute: 'year', ...bounds }]),
    ...named.map((one) => {
      const [, attribute = '', value = ''] = /^([^:]+): (.+)$/u.exec(one) ?? [];
      return { attribute, is: [value] };
    }),
    ...(order === 'best rated' && catalogue.enough > 0 ? [{ attribute: 'ratings', from: catalogue.enough }] : []),
    ...(gone.length === 0 ? [] : [{ attribute: 'title', not: gone }]),
  ];
}
