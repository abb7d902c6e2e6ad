/** @file A plan taken apart into what it wants, so that a later turn can change a part of it, and put together again. */
import type { Condition, DialoguePlan, Order, PlanStep } from '../../core/dialogue.ts';
import { jsonList, type Json } from '../../core/json.ts';
import { KINDS, NUMBERS } from './lexicon.ts';
import { onceTitles } from './once.ts';

/** A condition that hangs on what another item is: after its year, by its director. */
export interface Anchor {
  readonly title: string;
  readonly attribute: string;
  readonly relation: 'from' | 'to' | 'after' | 'before' | 'is' | 'not' | 'decade';
}

/** What a plan of recommendation wants. */
export interface Draft {
  /** Titles that the person listed; null where the whole catalogue is in question. */
  readonly listed: readonly string[] | null;
  readonly anchors: readonly Anchor[];
  readonly conditions: readonly Condition[];
  readonly seeds: readonly string[];
  readonly topics: readonly string[];
  readonly prefer: readonly string[];
  readonly unwanted: readonly string[];
  readonly count: number | null;
  readonly order: Order | null;
  /** Words to rank by where nothing else is known: what it should be about, or liked values. */
  readonly by: string | null;
}

const NONE = { anchors: [], conditions: [], seeds: [], topics: [], prefer: [], unwanted: [] };
/** Nothing wanted yet. */
export const EMPTY_DRAFT: Draft = { ...NONE, listed: null, count: null, order: null, by: null };

const MOST_LEFT_OUT = 300;

/** All titles that are to be left out, as one condition at the end. */
function tidied(conditions: readonly Condition[]): Condition[] {
  // The latest of them: a list without end would not fit into a statement.
  const titles = onceTitles(
    conditions.flatMap(({ attribute, not }) => (attribute === 'title' ? (not ?? []) : [])),
  ).slice(-MOST_LEFT_OUT);
  const others = conditions.filter(({ attribute, not }) => !(attribute === 'title' && not !== undefined));
  const different = [...new Map(others.map((one) => [JSON.stringify(one), one])).values()];
  return titles.length === 0 ? different : [...different, { attribute: 'title', not: titles }];
}

function anchored({ attribute, relation }: Anchor, step: number): Condition {
  const found = `$${String(step)}`;
  if (relation === 'decade') return { attribute, from: `${found} decade start`, to: `${found} decade end` };
  if (relation === 'is' && NUMBERS.has(attribute)) return { attribute, from: found, to: found };
  return { attribute, [relation]: relation === 'is' || relation === 'not' ? [found] : found };
}

const asJson = (value: object): Json => value as Json;

function rankOf(draft: Draft, prefer: readonly string[], unwanted: readonly string[]): PlanStep['input'] {
  if (draft.order !== null) return { ...draft.order };
  if (prefer.length > 0)
    return { scheme: 'preference', prefer: [...prefer], ...(unwanted.length > 0 && { unwanted: [...unwanted] }) };
  const text = draft.by ?? draft.topics.join(', ');
  return text === '' ? { scheme: 'popularity' } : { scheme: 'similarity', text };
}

/** The plan's steps, in the order of the funnel. @param first what is looked up before */
export function stepsOf(draft: Draft, first: readonly PlanStep[] = []): PlanStep[] {
  const steps = [...first];
  if (draft.listed !== null) steps.push({ tool: 'store-candidates', input: { titles: [...draft.listed] } });
  const conditions = [...draft.conditions];
  for (const anchor of draft.anchors) {
    steps.push({ tool: 'look-up', input: { titles: [anchor.title], facts: [anchor.attribute] } });
    conditions.push(anchored(anchor, steps.length));
  }
  const prefer = onceTitles([...draft.seeds, ...draft.prefer]);
  const unwanted = onceTitles(draft.unwanted);
  const rank = rankOf(draft, prefer, unwanted);
  // Dislikes alone are no order: what is unlike them is not therefore liked.
  if (rank['unwanted'] === undefined && unwanted.length > 0) conditions.push({ attribute: 'title', not: unwanted });
  const tidy = tidied(conditions);
  const filter: PlanStep[] =
    tidy.length > 0
      ? [
          {
            tool: 'filter',
            input: { conditions: tidy.map(asJson), ...(draft.order !== null && { first: { ...draft.order } }) },
          },
        ]
      : [];
  const liked = draft.seeds.length > 0 ? [{ titles: [...draft.seeds] }] : [];
  const similar = [...liked, ...draft.topics.map((text) => ({ text }))].map((input): PlanStep => ({
    tool: 'similar',
    input,
  }));
  const byRank: PlanStep = { tool: 'rank', input: rank };
  // What is like something comes of all there are, and not of the best known of nearly all; but what is nearest to titles may be of a refused kind alone.
  const isOpen =
    draft.listed === null &&
    tidy.every(({ attribute, not }) => not !== undefined && (draft.seeds.length === 0 || !KINDS.has(attribute)));
  const count = draft.count ?? (draft.listed === null ? 5 : Math.max(1, draft.listed.length));
  return [
    ...steps,
    ...(isOpen ? [...similar, ...filter] : [...filter, ...similar]),
    byRank,
    { tool: 'map', input: { count: Math.min(20, count) } },
  ];
}

/** The texts of a list in a step's input; none where there is no list. */
export const texts = (value: Json | undefined): string[] => jsonList(value).map(String);

function anchorOf(condition: Condition, steps: readonly PlanStep[]): Anchor | null {
  for (const [name, bound] of Object.entries(condition) as [string, string][]) {
    const [, place, decade] = /^\$(\d+)(?: (decade))?/u.exec(String(bound)) ?? [];
    const step = steps[Number(place) - 1];
    if (step === undefined) continue;
    const isSame = condition.from !== undefined && condition.from === condition.to;
    const relation = decade !== undefined ? 'decade' : isSame ? 'is' : (name as Anchor['relation']);
    return { title: texts(step.input['titles'])[0] ?? '', attribute: condition.attribute, relation };
  }
  return null;
}

/** The order that a plan asks for; popularity is what it has where it asks for none. */
function orderOf({ scheme, attribute }: PlanStep['input']): Order | null {
  if ((scheme === 'most' || scheme === 'least') && typeof attribute === 'string') return { scheme, attribute };
  return scheme === 'rating' || scheme === 'newest' || scheme === 'oldest' ? { scheme } : null;
}

/** What a plan wanted. */
export function draftOf({ steps }: DialoguePlan): Draft {
  const inputs = (tool: PlanStep['tool']) => steps.filter((step) => step.tool === tool).map(({ input }) => input);
  const conditions = [...inputs('filter'), ...inputs('look-up')].flatMap(({ conditions: own }) =>
    Array.isArray(own) ? (own as unknown as Condition[]) : [],
  );
  const anchors = conditions.flatMap((condition) => anchorOf(condition, steps) ?? []);
  const listed = inputs('store-candidates').flatMap(({ titles }) => texts(titles));
  const [rank] = inputs('rank');
  const [map] = inputs('map');
  const seeds = inputs('similar').flatMap(({ titles }) => texts(titles));
  const topics = inputs('similar').flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const by = rank?.['text'];
  return {
    listed: listed.length > 0 ? listed : null,
    anchors,
    conditions: conditions.filter((condition) => anchorOf(condition, steps) === null),
    seeds,
    topics,
    prefer: texts(rank?.['prefer']).filter((title) => !seeds.includes(title)),
    unwanted: texts(rank?.['unwanted']),
    count: typeof map?.['count'] === 'number' ? map['count'] : null,
    order: orderOf(rank ?? {}),
    by: typeof by === 'string' && by !== topics.join(', ') ? by : null,
  };
}

/** The draft without what is wanted of some attributes. */
export function withoutDropped(draft: Draft, names: readonly string[]): Draft {
  const isKept = (one: object): boolean => !('attribute' in one && names.includes(String(one.attribute)));
  return {
    ...draft,
    conditions: draft.conditions.filter(isKept),
    anchors: draft.anchors.filter(isKept),
    seeds: names.includes('similar') ? [] : draft.seeds,
    order: draft.order !== null && isKept(draft.order) ? draft.order : null,
  };
}
