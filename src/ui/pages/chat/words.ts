/** @file Words of Chat, and what a step of a plan asks for in words. */
import type { Condition, MessageMark } from '../../../core/dialogue.ts';
import type { Json } from '../../../core/json.ts';
import { plainCondition } from '../../../trace/dialogue-words.ts';
import { listedNames } from '../../../trace/names.ts';
import type { TurnView } from '../../../trace/conversation-fold.ts';

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function stepWords(tool: string, input: Json): readonly string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [];
  const { conditions, titles, facts, text, scheme, prefer, unwanted, count } = input as Readonly<
    Record<string, unknown>
  >;
  const words: string[] = [];
  if (Array.isArray(conditions)) words.push(...(conditions as Condition[]).flatMap(plainCondition));
  if (textsOf(titles).length > 0) words.push(`${tool === 'similar' ? 'like ' : ''}${listedNames(textsOf(titles))}`);
  if (textsOf(facts).length > 0) words.push(listedNames(textsOf(facts)).replaceAll('_', ' '));
  if (typeof scheme === 'string') words.push(`by ${scheme}`);
  if (typeof text === 'string') words.push(`like "${text}"`);
  if (textsOf(prefer).length > 0) words.push(`prefer ${listedNames(textsOf(prefer))}`);
  if (textsOf(unwanted).length > 0) words.push(`unwanted ${listedNames(textsOf(unwanted))}`);
  if (typeof count === 'number') words.push(`the first ${String(count)}`);
  return words;
}

/** What the catalogue says of an item, and what each step kept it as. */
export function reasonsOf({ items, passed, attempts }: Pick<TurnView, 'items' | 'passed' | 'attempts'>) {
  const tools = attempts.at(-1)?.tools.filter(({ tool }) => tool !== 'map') ?? [];
  const all = items.map(({ id }, at) => [
    ...(passed[at] ?? []).slice(0, 1),
    ...tools.flatMap(({ tool, input, change }) => {
      const place = change?.items.indexOf(id) ?? -1;
      const kept = tool === 'filter' ? 'one of' : `number ${String(place + 1)} of`;
      return place < 0 ? [] : [[`${kept} ${String(change?.after)}`, ...stepWords(tool, input)].join(', ')];
    }),
  ]);
  const shared = all.length < 2 ? [] : all[0]!.filter((step) => all.every((steps) => steps.includes(step)));
  return { shared, own: all.map((steps) => steps.filter((step) => !shared.includes(step))) };
}

/** True where the critic said no to the last attempt too, whose reply stands for want of another. */
export const wasRefused = ({ status, attempts }: Pick<TurnView, 'status' | 'attempts'>): boolean =>
  status === 'done' && attempts.at(-1)?.verdict?.isGood === false;

/** A message in parts, each with what became of it; what has no mark is between words. */
export function partsOf(
  text: string,
  marks: readonly MessageMark[],
): readonly { readonly text: string; readonly mark: MessageMark | null }[] {
  let from = 0;
  const parts = marks
    .toSorted((a, b) => a.start - b.start)
    .flatMap((mark) => {
      const before = { text: text.slice(from, mark.start), mark: null };
      from = mark.end;
      return [before, { text: text.slice(mark.start, mark.end), mark }];
    });
  return [...parts, { text: text.slice(from), mark: null }].filter((part) => part.text !== '');
}

export const CHAT = {
  askAboutOne: 'When did Jaws come out, and who made it?',
  askToRank: 'which of these suits me: Jaws, Shrek, Titanic',
  whatToSay: (noun: string): string => `Say what you like, describe the ${noun}s that you want, or ask about one.`,
  rulesAnswer:
    'Rules answer until you choose a language model. They read plain wishes, and colour in your message what they used, guessed and ignored.',
  recorded: (model: string, speaker: string): string =>
    `${model}: "How it came" shows each prompt and what the model replied. Write below to begin your own conversation, which ${speaker} answers.`,
  chooseModel: 'Choose a language model',
  erasedAbove: 'Erased here: no model gets anything above this line.',
  messageHint: 'Films like …, three comedies from the 90s, when did … come out?',
  howBarsAreDrawn: 'Bars: candidates before and after each step, on a logarithmic scale.',
  nothingKnown: 'Nothing yet. It comes from what you say.',
  noProfile: 'Nothing: no profile is kept.',
  whatErasingDoes:
    'The recommender forgets this list and everything said so far. The conversation itself stays, on this page and as a file in this browser, until you remove it from the list.',
  planWithoutCalls: 'The plan has no tool calls.',
  labsWords: 'The words are the lab’s, not the model’s.',
  stoppedTurn: 'Stopped: nothing of this turn was kept.',
  brokenOff: 'Broken off: nothing of this turn was kept.',
  refused: 'The critic refused this reply, and nothing else was tried:',
  failedTurn: 'Nothing of this turn counts: what you say next goes on from before it.',
} as const;
