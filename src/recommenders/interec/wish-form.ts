/** @file One flat form for what a person asks for by now, of choices: small models write a plan of calls badly and a form well. */
import {
  FORM_ORDERS,
  FORM_INTENTS,
  LISTS,
  type CatalogueOutline,
  type DialogueView,
  type WishForm,
  type Condition,
  type DialoguePlan,
  type Intent,
  type PlanStep,
} from '../../core/dialogue.ts';
import { type Json, asJson, ownValue } from '../../core/json.ts';
import type { Reading } from '../../core/reply/generate.ts';
import { readReply } from '../../core/reply/read-reply.ts';
import { FOREIGN_NUMBER } from '../../tools/search-tool.ts';
import { tellingMentions, ALL_FORGOTTEN } from './meant-by.ts';
import { MAPPED } from '../../tools/interactive/map.ts';

/** What kind of thing an item is, by whatever the catalogue calls it. */
const KINDS: readonly string[] = ['genre', 'category', 'main_category'];

export function kindsOf({ attributes }: CatalogueOutline): ReadonlyMap<string, string> {
  const kinds = attributes.filter(({ name }) => KINDS.includes(name));
  return new Map(kinds.flatMap(({ name, values }) => values.map((value) => [value, name] as const)));
}

/** So many titles a form holds, and so many of the last list can be spoken of. */
const MOST_TITLES = 5;

/** The titles and values that a message may speak of: its own, those of the form before, and what was shown last. */
export function choicesOf(view: DialogueView): {
  readonly titles: readonly string[];
  readonly values: readonly string[];
} {
  const before = formBefore(view);
  const kinds = kindsOf(view.catalogue);
  const mentions = tellingMentions(view.text, view.mentions);
  // What few know is a title where it is written as the catalogue writes it.
  const named = mentions.flatMap(({ isWhole, titles, ratings, start, end }) => {
    const isMeant = ratings >= view.catalogue.enough || titles[0]?.includes(view.text.slice(start, end)) === true;
    return isWhole && isMeant ? titles.slice(0, 1) : [];
  });
  // A tag is said in passing.
  const values = mentions
    .flatMap((one) => one.values.filter(({ value, attribute }) => attribute !== 'tag' && !kinds.has(value)))
    .map(({ attribute, value }) => `${attribute}: ${value}`);
  const about = view.turns.at(-1)?.about ?? [];
  const shown = shownLast(view).slice(0, MOST_TITLES);
  return {
    titles: different([...named, ...about, ...(before?.titles ?? []), ...(before?.seen ?? []), ...shown]),
    values: different([...values, ...(before?.named ?? [])]),
  };
}

const different = (list: readonly string[]): string[] => [...new Set(list)];

export const formBefore = ({ turns }: Pick<DialogueView, 'turns'>): WishForm | null =>
  turns.findLast(({ plan }) => plan.form !== undefined)?.plan.form ?? null;

/** Numbers have two: `most budget`. */
function ordersOf({ attributes }: CatalogueOutline): readonly string[] {
  const numbers = attributes.filter(({ name, isNumber }) => isNumber && !FOREIGN_NUMBER.test(name));
  return [...FORM_ORDERS, ...numbers.flatMap(({ name }) => [`most ${name}`, `least ${name}`])];
}

const FACTS: Readonly<Record<string, string>> = { 'mean rating': 'rating', 'number of ratings': 'ratings' };

const factsOf = ({ attributes, enough }: CatalogueOutline): readonly string[] => [
  'year',
  ...(enough === 0 ? [] : Object.keys(FACTS)),
  ...attributes.map(({ name }) => name).filter((name) => !/_id$/u.test(name)),
];

const some = (choices: readonly string[], maxItems: number): Json => ({
  ...{ type: 'array', items: { enum: [...choices] }, maxItems, default: [] },
});

export function formSchema(view: DialogueView): Json {
  const { catalogue } = view;
  const { titles, values } = choicesOf(view);
  const kinds = [...kindsOf(catalogue).keys()];
  const properties = {
    intent: { enum: [...FORM_INTENTS] },
    ...(kinds.length > 0 && { genres: some(kinds, 3), without: some(kinds, 4) }),
    ...(catalogue.years !== null && { years: { type: 'string', maxLength: 24, default: '' } }),
    ...(titles.length > 0 && { titles: some(titles, MOST_TITLES), seen: some(titles, 10) }),
    ...(values.length > 0 && { named: some(values, 3) }),
    order: { enum: [...ordersOf(catalogue)] },
    count: { type: 'integer', default: 0 },
    list: { enum: [...LISTS] },
    facts: some(factsOf(catalogue), 4),
    taste: { type: 'boolean', default: false },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const EMPTY_FORM: Omit<WishForm, 'intent'> = {
  ...{ genres: [], without: [], years: '', titles: [], seen: [], named: [] },
  ...{ order: 'any', count: 0, list: 'new', facts: [], taste: false },
};

/** Each entry once, no kind both wanted and not, and years as they come to. */
export const readForm =
  (view: DialogueView) =>
  (text: string, isCut = false): Reading<WishForm> => {
    const reading = readReply(text, formSchema(view), { isCut });
    if (!reading.ok) return reading;
    const form = { ...EMPTY_FORM, ...(reading.value as unknown as WishForm) };
    const before = formBefore(view);
    // More of a list is more of its kinds, which models leave out.
    const wanted = form.list === 'more' && form.genres.length === 0 ? (before?.genres ?? []) : form.genres;
    // What is said twice over is what it was not before.
    const isDenied = (kind: string): boolean =>
      form.without.includes(kind) && (!form.genres.includes(kind) || before?.genres.includes(kind) === true);
    // All of a list is no pick: small models copy it.
    const shown = shownLast(view).slice(0, MOST_TITLES);
    const copied = shown.length > 1 && shown.every((title) => form.titles.includes(title)) ? shown : [];
    const value: WishForm = {
      ...form,
      genres: different(wanted).filter((kind) => !isDenied(kind)),
      without: different(form.without).filter(isDenied),
      years: resolvedYears(form.years, before?.years ?? '', view),
      titles: different(form.titles).filter((title) => !copied.includes(title)),
      seen: different(form.seen),
      named: different(form.named),
    };
    return { ...reading, value };
  };

/** A form as it stands in a prompt: with the fields that are asked for. */
export function writtenForm(form: WishForm, { catalogue }: Pick<DialogueView, 'catalogue'>): string {
  const { titles, seen, named } = form;
  const left: readonly string[] = [
    ...(kindsOf(catalogue).size > 0 ? [] : ['genres', 'without']),
    ...(catalogue.years === null ? ['years'] : []),
    ...(titles.length + seen.length > 0 ? [] : ['titles', 'seen']),
    ...(named.length > 0 ? [] : ['named']),
  ];
  const fields = ['intent', ...Object.keys(EMPTY_FORM)].filter((name) => !left.includes(name));
  return JSON.stringify(form, fields);
}

type YearBounds = { readonly [End in 'from' | 'to' | 'after' | 'before']?: number };

export const shownLast = ({ turns }: Pick<DialogueView, 'turns'>): readonly string[] =>
  turns.findLast(({ items }) => items.length > 0)?.items.map(({ title }) => title) ?? [];

const NEWER = /\b(?:newer|later|(?:more )?recent)\b/iu;
const OLDER = /\b(?:older|earlier)\b/iu;

/** `newer` as `after 1999`: than the message's year, the years asked for before, or the middle one of those shown. */
function resolvedYears(years: string, asked: string, view: DialogueView): string {
  const isNewer = NEWER.test(years);
  if (readYears(years) !== null || !(isNewer || OLDER.test(years))) return years;
  const bounds = readYears(/\b\d{4}\b/u.exec(view.text)?.[0] ?? asked);
  const shown = shownLast(view)
    .flatMap((title) => / \((\d{4})\)$/u.exec(title)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const middle = shown[shown.length >> 1];
  const end = isNewer ? (bounds?.to ?? bounds?.before ?? middle) : (bounds?.from ?? bounds?.after ?? middle);
  return end === undefined ? '' : `${isNewer ? 'after' : 'before'} ${String(end)}`;
}

/** `before 1980`, `1990-1999`, `the 90s`, `since 2005`, `1995`; null where no year is written. */
export function readYears(text: string): YearBounds | null {
  const numbers = [...text.matchAll(/\b(\d{4}|\d{2}(?='?s\b))('?s\b)?/gu)].map(([, digits = '', decade]) => {
    const year = Number(digits);
    const from = year > 99 ? year : year < 20 ? 2000 + year : 1900 + year;
    return { from, to: decade === undefined ? from : from + 9 };
  });
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (numbers.length > 1) return { from: first.from, to: last.to };
  if (/\b(?:not|nothing|no|never)\b.{0,20}\b(?:after|later|newer)\b/iu.test(text)) return { to: first.to };
  if (/\b(?:before|older|earlier)\b|</iu.test(text)) return { before: first.from };
  if (/\b(?:after|newer|later than)\b|>/iu.test(text)) return { after: first.to };
  if (/\b(?:since|later|onwards?|on)\b|\+/iu.test(text)) return { from: first.from };
  if (/\b(?:until|to|by|up)\b/iu.test(text)) return { to: first.to };
  return first;
}

const INTENT_OF: Readonly<Record<WishForm['intent'], Intent>> = {
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
  const intent = isOfOne ? 'ask-about-item' : INTENT_OF[form.intent];
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
    step('map', { count: countOf(form) }),
  ];
}

const countOf = ({ count }: WishForm): number => (count < 1 ? MAPPED.usual : Math.min(count, MAPPED.most));

/** Listed titles in the order that is asked for; as they stand where none is. */
function among(titles: readonly string[], form: WishForm): readonly PlanStep[] {
  const rank = rankOf(form);
  return [
    step('store-candidates', { titles }),
    ...(rank === null && form.list === 'part' ? [] : [step('rank', rank ?? { scheme: 'preference' })]),
    step('map', { count: form.count < 1 ? titles.length : countOf(form) }),
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
