/** @file The plan of a turn by rules: what a message wishes for as tool calls, and one sentence on what only a language model could read. */
import type { Condition, DialoguePlan, Intent, MessageMark, Order, PlanStep } from '../../core/dialogue.ts';
import type { DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { largest, smallest } from '../../core/numbers/extremes.ts';
import { jsonList, type Json } from '../../core/json.ts';
import { listed } from '../../trace/dialogue-words.ts';
import { orderNamed, ASKS, GOES_ON, TOO } from './words.ts';
import { ReadMessage } from './read.ts';

interface Draft {
  readonly conditions: readonly Condition[];
  readonly seeds: readonly string[];
  /** Titles that are left out. */
  readonly gone: readonly string[];
  readonly count: number | null;
  readonly order: Order | null;
}

const unique = <Entry>(all: readonly Entry[]): Entry[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

/** What a plan was made of. */
function draftOf({ steps }: DialoguePlan): Draft {
  const inputs = (tool: PlanStep['tool']) => steps.filter((step) => step.tool === tool).map(({ input }) => input);
  const [{ scheme, attribute } = {}] = inputs('rank');
  const isOrder = typeof scheme === 'string' && !['popularity', 'preference', 'similarity'].includes(scheme);
  const conditions = jsonList(inputs('filter')[0]?.['conditions']) as unknown as readonly Condition[];
  return {
    conditions: conditions.filter((one) => one.attribute !== 'title'),
    gone: conditions.flatMap((one) => (one.attribute === 'title' ? (one.not ?? []) : [])),
    seeds: jsonList(inputs('similar')[0]?.['titles']).map(String),
    count: Number(inputs('map')[0]?.['count'] ?? 5),
    order: isOrder ? ({ scheme, ...(attribute !== undefined && { attribute }) } as Order) : null,
  };
}

function stepsOf({ seeds, gone, count, order, ...draft }: Draft, view: DialogueView, enough: number): PlanStep[] {
  const { like, dislike } = view.profile;
  const rated = order?.scheme === 'rating' && enough > 0 ? [{ attribute: 'ratings', from: enough }] : [];
  // A list without end does not fit into a statement.
  const not = unique(gone).slice(-300);
  const titles = not.length === 0 ? [] : [{ attribute: 'title', not }];
  const conditions: readonly Condition[] = unique([...draft.conditions, ...rated, ...titles]);
  const input = { conditions: conditions as unknown as Json, ...(order !== null && { first: { ...order } }) };
  const prefer = unique([...seeds, ...like.titles]);
  const text = like.values.map((value) => value.replace(/^[^:]+: /u, '')).join(', ');
  const isByText = text !== '' && conditions.every(({ is }) => is === undefined);
  const taste = isByText ? { scheme: 'similarity', text } : { scheme: 'popularity' };
  // Disliked titles are unwanted in any order by preference.
  const isPersonal = prefer.length + dislike.titles.length > 0;
  return [
    ...(conditions.length === 0 ? [] : [{ tool: 'filter', input } as const]),
    ...(seeds.length === 0 ? [] : [{ tool: 'similar', input: { titles: [...seeds] } } as const]),
    { tool: 'rank', input: order !== null ? { ...order } : isPersonal ? { scheme: 'preference', prefer } : taste },
    { tool: 'map', input: { count: count ?? 5 } },
  ];
}

/** What the last list becomes by "more", "newer", "shorter" …, or by another condition; one on the same attribute takes its place. */
function changed(last: EarlierTurn, own: Draft, { changes }: ReadMessage, { text, catalogue }: DialogueView): Draft {
  const draft = draftOf(last.plan);
  const years = last.items.flatMap(({ title }) => /\((\d{4})\)$/u.exec(title)?.[1] ?? []).map(Number);
  const isOf = (name: 'newer' | 'older'): boolean => changes.includes(name) && years.length > 0;
  const late: Condition[] = [
    ...own.conditions,
    ...(isOf('newer') ? [{ attribute: 'year', after: largest(years) }] : []),
    ...(isOf('older') ? [{ attribute: 'year', before: smallest(years) }] : []),
  ];
  const isReplaced = ({ attribute, not }: Condition): boolean =>
    not === undefined && !TOO.test(text) && late.some((one) => one.attribute === attribute && one.not === undefined);
  const shorter = changes.includes('shorter') ? orderNamed('least running_time', catalogue) : null;
  return {
    conditions: [...draft.conditions.filter((one) => !isReplaced(one)), ...late],
    gone: [...draft.gone, ...(changes.length === 0 ? [] : last.items.map(({ title }) => title))],
    seeds: own.seeds.length > 0 ? own.seeds : draft.seeds,
    count: own.count ?? draft.count,
    order: own.order ?? shorter ?? draft.order,
  };
}

/** The same without what the person has seen, and what they dislike. */
function leftOut(draft: Draft, view: DialogueView, read: ReadMessage): Draft {
  const { dislike } = view.profile;
  const seen = view.turns.flatMap(({ plan }) => (plan.marks ?? []).flatMap((mark) => mark.seen ?? []));
  const wanted = read.conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`));
  const refused = dislike.values.flatMap((entry) => {
    const [, attribute, value] = /^(\w+): (.+)$/u.exec(entry) ?? [];
    return attribute === undefined || wanted.includes(entry) ? [] : [{ attribute, not: [value!] }];
  });
  const gone = [...draft.gone, ...seen, ...read.of('seen', 'unlike', 'disliked'), ...dislike.titles];
  return { ...draft, conditions: [...draft.conditions, ...refused], gone };
}

/** One sentence on what was guessed, and one on what was not read. */
export function notesOn(text: string, marks: readonly MessageMark[], noun: string): string {
  const written = ({ start, end }: MessageMark): string => `"${text.slice(start, end).slice(0, 80)}"`;
  const guesses = marks.filter(({ as }) => as === 'guessed').map((one) => `${written(one)} as ${one.means}`);
  const ignored = marks.filter(({ as }) => as === 'ignored').map(written);
  const read = unique(marks.flatMap(({ as, means }) => (as === 'ignored' || means === '' ? [] : means)));
  const understood =
    read.length > 0 ? listed(read, 'and') : ASKS.test(text) ? `that you look for a ${noun}` : 'nothing';
  const rest = `Left out: ${listed(ignored, 'and')}. I understood ${understood}; for the rest a language model is needed.`;
  const guess = guesses.length === 0 ? [] : [`I take ${listed(guesses, 'and')}.`];
  return [...(ignored.length === 0 ? [] : [rest]), ...guess].join(' ');
}

export function planTurn(view: DialogueView): DialoguePlan {
  const { text, catalogue } = view;
  const last = view.turns.findLast(({ items }) => items.length > 0);
  const shown = (last?.items ?? []).map(({ title }) => title);
  const read = new ReadMessage({ ...view, shown });
  const { conditions, changes, count, order, marks } = read;
  const notes = notesOn(text, marks, catalogue.itemNoun);
  const planned = (intent: Intent, steps: readonly PlanStep[], reply = notes) => ({ intent, steps, reply, marks });
  const named = read.of('want', 'like');
  if (read.facts !== null && named.length > 0)
    return planned('ask-about-item', [{ tool: 'look-up', input: { titles: named, facts: unique(read.facts) } }]);
  const own: Draft = { conditions, seeds: read.of('like'), gone: [], count, order };
  const wanted = read.of('want');
  const among = wanted.length > 0 ? wanted : shown;
  if ((read.chooses || (wanted.length > 1 && text.trim().endsWith('?'))) && among.length > 0)
    return planned('choose', [
      { tool: 'store-candidates', input: { titles: among } },
      ...stepsOf({ ...own, count: Math.min(20, among.length) }, view, 0),
    ]);
  const wished = conditions.length + own.seeds.length + read.of('unlike').length + changes.length;
  // Where much is not read, a number or an order alone says too little to go by.
  const isAll = marks.every(({ as }) => as !== 'ignored');
  const isWish = wished > 0 || (isAll && (order !== null || count !== null));
  if (!isWish && wanted.length > 0) return planned('ask-about-item', [{ tool: 'look-up', input: { titles: wanted } }]);
  if (!isWish && !(isAll && ASKS.test(text))) {
    if (read.titles.length + read.tastes.length > 0) return planned('tell-taste', [], '');
    const hint = `Name a kind, a decade, a maker or a ${catalogue.itemNoun} to go by.`;
    return planned(notes === '' ? 'chit-chat' : 'unclear', [], `${notes} ${hint}`.trim());
  }
  const goesOn = changes.length > 0 || read.of('unlike').length > 0 || GOES_ON.test(text);
  const isChange = isWish && goesOn && last !== undefined && last.plan.intent !== 'choose';
  const draft = isChange ? changed(last, own, read, view) : own;
  return planned('recommend', stepsOf(leftOut(draft, view, read), view, catalogue.enough));
}
