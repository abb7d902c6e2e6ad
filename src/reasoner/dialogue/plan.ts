/** @file The plan of a turn by rules: what a message wishes for as tool calls, and one sentence on what only a language model could read. */
import type {
  Condition,
  DialoguePlan,
  DialogueView,
  EarlierTurn,
  MessageMark,
  Order,
  PlanStep,
} from '../../core/dialogue.ts';
import { largest, smallest } from '../../core/numbers/extremes.ts';
import { jsonList, type Json } from '../../core/json.ts';
import { orderNamed, ASKS, GOES_ON, TOO, type Role } from './words.ts';
import { readMessage } from './read.ts';
import type { Wishes } from './wishes.ts';

interface Draft {
  readonly conditions: readonly Condition[];
  readonly seeds: readonly string[];
  readonly unwanted: readonly string[];
  readonly count: number | null;
  readonly order: Order | null;
}

const texts = (value: Json | undefined): string[] => jsonList(value).map(String);
const unique = <Entry>(all: readonly Entry[]): Entry[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];
/** `Alien, Heat and Ran`. */
export const listed = (all: readonly string[]): string =>
  all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)!}`;

function draftOf({ steps }: DialoguePlan): Draft {
  const inputs = (tool: PlanStep['tool']) => steps.filter((step) => step.tool === tool).map(({ input }) => input);
  const [{ scheme, attribute, unwanted } = {}] = inputs('rank');
  const count = inputs('map')[0]?.['count'];
  const isOrder = typeof scheme === 'string' && !['popularity', 'preference', 'similarity'].includes(scheme);
  return {
    conditions: inputs('filter').flatMap(({ conditions }) => jsonList(conditions) as unknown as Condition[]),
    seeds: inputs('similar').flatMap(({ titles }) => texts(titles)),
    unwanted: texts(unwanted),
    count: typeof count === 'number' ? count : null,
    order: isOrder ? ({ scheme, ...(attribute !== undefined && { attribute }) } as Order) : null,
  };
}

/** Titles that are left out go into one condition, the latest of them: a list without end does not fit into a statement. */
function tidied(conditions: readonly Condition[]): Condition[] {
  const isTitles = ({ attribute, not }: Condition): boolean => attribute === 'title' && not !== undefined;
  const titles = unique(conditions.filter(isTitles).flatMap(({ not = [] }) => not)).slice(-300);
  const others = unique(conditions.filter((one) => !isTitles(one)));
  return titles.length === 0 ? others : [...others, { attribute: 'title', not: titles }];
}

function stepsOf(draft: Draft, { profile, catalogue: { enough } }: DialogueView): PlanStep[] {
  const { seeds, unwanted, count, order } = draft;
  const rated = order?.scheme === 'rating' && enough > 0 ? [{ attribute: 'ratings', from: enough }] : [];
  const conditions = tidied([...draft.conditions, ...rated]);
  const input = { conditions: conditions as unknown as Json, ...(order !== null && { first: { ...order } }) };
  const prefer = unique([...seeds, ...profile.like.titles]);
  const text = profile.like.values.map((value) => value.replace(/^[^:]+: /u, '')).join(', ');
  const isByText = text !== '' && conditions.every(({ is }) => is === undefined);
  const isPersonal = prefer.length + unwanted.length > 0;
  const taste = isByText ? { scheme: 'similarity', text } : { scheme: 'popularity' };
  const personal = { scheme: 'preference', prefer, ...(unwanted.length > 0 && { unwanted: [...unwanted] }) };
  return [
    ...(conditions.length === 0 ? [] : [{ tool: 'filter', input } as const]),
    ...(seeds.length === 0 ? [] : [{ tool: 'similar', input: { titles: [...seeds] } } as const]),
    { tool: 'rank', input: order !== null ? { ...order } : isPersonal ? personal : taste },
    { tool: 'map', input: { count: count ?? 5 } },
  ];
}

/** What the last list becomes by "more", "newer", "shorter" …, or by another condition; one on the same attribute takes its place. */
function changed(last: EarlierTurn, own: Draft, { changes }: Wishes, view: DialogueView): Draft {
  const draft = draftOf(last.plan);
  const years = last.items.map(({ title }) => Number(/\((\d{4})\)$/u.exec(title)?.[1] ?? 0)).filter((year) => year > 0);
  const isOf = (name: 'newer' | 'older'): boolean => changes.includes(name) && years.length > 0;
  const late: Condition[] = [
    ...own.conditions,
    ...(isOf('newer') ? [{ attribute: 'year', after: largest(years) }] : []),
    ...(isOf('older') ? [{ attribute: 'year', before: smallest(years) }] : []),
  ];
  const isReplaced = ({ attribute, not }: Condition): boolean =>
    not === undefined &&
    !TOO.test(view.text) &&
    late.some((one) => one.attribute === attribute && one.not === undefined);
  const shown = changes.length === 0 ? [] : [{ attribute: 'title', not: last.items.map(({ title }) => title) }];
  const by = { shorter: 'least running_time', longer: 'most running_time', cheaper: 'least price' };
  const orders = Object.entries(by).filter(([name]) => changes.includes(name as 'shorter'));
  return {
    conditions: [...draft.conditions.filter((one) => !isReplaced(one)), ...late, ...shown],
    seeds: own.seeds.length > 0 ? own.seeds : draft.seeds,
    unwanted: unique([...draft.unwanted, ...own.unwanted]),
    count: own.count ?? draft.count,
    order: own.order ?? orders.map(([, name]) => orderNamed(name, view.catalogue))[0] ?? draft.order,
  };
}

/** What the person has seen, and what they dislike, is left out. */
function leftOut({ turns, profile: { dislike } }: DialogueView, { conditions, titles }: Wishes): Condition[] {
  const seen = turns.flatMap(({ plan }) => (plan.marks ?? []).flatMap((mark) => mark.seen ?? []));
  const now = titles.filter(({ role }) => role === 'seen' || role === 'unlike' || role === 'disliked');
  const gone = [...seen, ...now.map(({ title }) => title), ...dislike.titles];
  const wanted = conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`));
  const values = dislike.values.filter((entry) => entry.includes(': ') && !wanted.includes(entry));
  const refused = values
    .map((entry) => entry.split(': '))
    .map(([attribute, ...value]) => ({ attribute: attribute!, not: [value.join(': ')] }));
  return [...refused, ...(gone.length === 0 ? [] : [{ attribute: 'title', not: gone }])];
}

/** One sentence on what was guessed, and one on what was not read. */
function notesOn(text: string, marks: readonly MessageMark[], noun: string): string {
  const written = ({ start, end }: MessageMark): string => `"${text.slice(start, end).slice(0, 80)}"`;
  const guesses = marks.filter(({ as }) => as === 'guessed').map((one) => `${written(one)} as ${one.means}`);
  const ignored = marks.filter(({ as }) => as === 'ignored').map(written);
  const read = unique(marks.flatMap(({ as, means }) => (as === 'ignored' || means === '' ? [] : means)));
  const understood = read.length > 0 ? listed(read) : ASKS.test(text) ? `that you look for a ${noun}` : 'nothing';
  const rest = `Of your message I understood ${understood}; for ${listed(ignored)} a language model is needed.`;
  const guess = guesses.length === 0 ? [] : [`I take ${listed(guesses)}.`];
  return [...guess, ...(ignored.length === 0 ? [] : [rest])].join(' ');
}

const NOBODY = { titles: [], values: [] };

export function planTurn(view: DialogueView): DialoguePlan {
  const { text, catalogue } = view;
  const last = view.turns.findLast(({ items }) => items.length > 0);
  const shown = (last?.items ?? []).map(({ title }) => title);
  const [it = null] = view.turns.at(-1)?.about ?? [];
  const { marks, ...wishes } = readMessage({ ...view, shown, it });
  const { conditions, changes, startsOver } = wishes;
  const of = (...roles: readonly Role[]): string[] =>
    unique(wishes.titles.filter(({ role }) => roles.includes(role)).map(({ title }) => title));
  const notes = notesOn(text, marks, catalogue.itemNoun);
  const planned = (intent: DialoguePlan['intent'], steps: readonly PlanStep[], reply = notes): DialoguePlan => ({
    intent,
    steps,
    reply,
    marks,
  });
  if (wishes.asksWhy) return planned('explain', []);
  const wanted = of('want', 'like');
  if (wishes.facts !== null && wanted.length > 0)
    return planned('ask-about-item', [{ tool: 'look-up', input: { titles: wanted, facts: unique(wishes.facts) } }]);
  const own: Draft = {
    conditions,
    seeds: of('like'),
    unwanted: of('unlike'),
    count: wishes.count,
    order: wishes.order,
  };
  const among = of('want').length > 0 ? of('want') : shown;
  if (wishes.chooses && among.length > 0)
    return planned('choose', [
      { tool: 'store-candidates', input: { titles: among } },
      ...stepsOf({ ...own, count: Math.min(20, among.length) }, { ...view, catalogue: { ...catalogue, enough: 0 } }),
    ]);
  const wished = own.conditions.length + own.seeds.length + own.unwanted.length + changes.length;
  // Where much is not read, a number or an order alone says too little to go by.
  const isAll = marks.every(({ as }) => as !== 'ignored');
  const isWish = wished > 0 || (isAll && (own.order !== null || own.count !== null));
  const isAsked = isAll && ASKS.test(text);
  const fresh = startsOver ? { ...view, turns: [], profile: { like: NOBODY, dislike: NOBODY, expect: NOBODY } } : view;
  const ending = (draft: Draft): PlanStep[] =>
    stepsOf({ ...draft, conditions: [...draft.conditions, ...leftOut(fresh, wishes)] }, fresh);
  if (startsOver)
    return planned(isWish ? 'recommend' : 'chit-chat', isWish ? ending(own) : [], `All forgotten. ${notes}`.trim());
  if (!isWish && of('want').length > 0)
    return planned('ask-about-item', [{ tool: 'look-up', input: { titles: of('want') } }]);
  if (!isWish && !isAsked && wishes.titles.length + wishes.tastes.length > 0) return planned('tell-taste', []);
  if (!isWish && !isAsked) {
    const hint = `Name a kind, a decade, a maker or a ${catalogue.itemNoun} to go by.`;
    return planned(notes === '' ? 'chit-chat' : 'unclear', [], `${notes} ${hint}`.trim());
  }
  const goesOn = changes.length > 0 || own.unwanted.length > 0 || GOES_ON.test(text);
  const isChange =
    last !== undefined && goesOn && isWish && !last.plan.steps.some(({ tool }) => tool === 'store-candidates');
  return planned('recommend', ending(isChange ? changed(last, own, wishes, view) : own));
}
