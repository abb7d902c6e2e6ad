/**
 * @file The replies that RecMind asks for: each a JSON Schema for the engine and a parser for what it sent.
 */
import type { SchemaOf } from '../../core/reply/schema-of.ts';
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { choiceInWords } from '../../core/reply/choice-in-words.ts';
import { orInWords, ratingInWords, stepInWords, verdictInWords } from '../../core/reply/in-words.ts';
import { textsIn } from '../../core/reply/texts-in.ts';
import { wholeJson } from '../../core/reply/whole-json.ts';
import { callsIn, namedArguments } from '../../core/reply/written-calls.ts';
import { z } from '../../tools/schema.ts';
import { choiceAmong } from './choices.ts';
import { formatOf, inWords, mapped, REASONED, remembered, wordsAs, type ReplyFormat } from './reply-format.ts';

/** What stands behind a step was written without its observation. */
const STEP = {
  counts: 'first',
  mayBeCut: null,
  defaults: { thought: '' },
  wordsBefore: wordsAs('thought'),
} as const;

/** The tool that a step names where planning ends. */
export const END = 'end';

const ASKED = 'it has to say what the tool is asked';

interface WrittenStep {
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
}

/**
 * A step in the model's own words: the thought comes first, so that it can lead to the action (ReAct). Only planning ends without an input,
 * and its thought may stand alone.
 */
export function stepFormat<Step>(tools: readonly string[], stepOf: (reply: WrittenStep) => Step): ReplyFormat<Step> {
  const shape = { thought: z.string(), tool: z.enum(tools), input: z.string() };
  const asking = formatOf(z.object({ ...shape, input: z.string().check(z.minLength(1)) }), STEP);
  const parse = (text: string): Reading<WrittenStep> => {
    const ending = tools.includes(END) ? readEnding(text) : null;
    if (ending !== null) return ending;
    const reading = asking.parse(text);
    if (reading.ok) return unwrapped(reading);
    const isUnasked = /"input"$|^input /.test(reading.problem);
    return isUnasked ? { ok: false, problem: `${reading.problem}; ${ASKED}` } : reading;
  };
  const inWordsToo = orInWords(parse, stepInWords, true);
  const orCalled = (text: string): Reading<WrittenStep> => {
    const reading = inWordsToo(text);
    const [call] = reading.ok ? [] : (callsIn(text, tools) ?? []);
    const called = call === undefined ? reading : parse(JSON.stringify(call));
    return called.ok ? called : reading;
  };
  return mapped({ schema: formatOf(z.object(shape)).schema, parse: orCalled }, stepOf);
}

/** The input without the JSON around it, as function calls write their arguments: `"{\"question\": \"…\"}"`; of several texts none is it. */
function unwrapped(reading: Reading<WrittenStep>): Reading<WrittenStep> {
  const inner = reading.ok ? wholeJson(reading.value.input) : undefined;
  const [input, ...others] = (inner === undefined ? null : textsIn(inner)) ?? [];
  if (!reading.ok || input === undefined || input === '') return reading;
  if (others.length > 0)
    return { ok: false, problem: `input must be one text, not a list of ${others.length + 1}; ${ASKED}` };
  return noted({ ...reading, value: { ...reading.value, input } }, ['the input was written as JSON within a text']);
}

const isEnding = (thought: string): boolean => /^\W*(?:thought\W*)?end of planning\W*$/i.test(thought);
/** How models write that no tool is wanted, and that planning ends. */
const NO_TOOL = /^\W*(?:none|null|no(?:[ _-](?:tool|action))?|n\/a|nothing|finish|stop)?\W*$/i;
const END_TOOL = /^\W*(?:end(?:[ _-]of[ _-]planning)?|finish(?:ed)?|final[ _-]answer)\W*$/i;

const WITH_TOOL: SchemaOf<Pick<WrittenStep, 'thought' | 'tool'>> = {
  type: 'object',
  properties: { thought: { type: 'string', default: '' }, tool: { type: 'string' }, input: {} },
  required: ['tool'],
};
const WITHOUT_TOOL: SchemaOf<Pick<WrittenStep, 'thought'>> = {
  type: 'object',
  properties: { thought: { type: 'string' }, input: {} },
  required: ['thought'],
  additionalProperties: false,
};

/** The step that ends planning: by its tool, or by its thought where no tool is named; null for any other. */
function readEnding(text: string): Reading<WrittenStep> | null {
  const step = readReply(text, WITH_TOOL, { counts: 'first' });
  const ended = (reading: Reading<unknown>, thought: string, note: string | null): Reading<WrittenStep> =>
    noted(reading.ok ? { ...reading, value: { thought, tool: END, input: '' } } : reading, [note]);
  if (step.ok) {
    const { thought, tool } = step.value;
    if (tool === END) return ended(step, thought, null);
    if (END_TOOL.test(tool) || (NO_TOOL.test(tool) && isEnding(thought)))
      return ended(step, thought, `${JSON.stringify(tool)} was read as "${END}"`);
    return null;
  }
  const alone = readReply(text, WITHOUT_TOOL, { counts: 'first', unknown: 'refuse' });
  const thought = alone.ok ? alone.value.thought : text;
  if (!isEnding(thought)) return null;
  const note = 'the end of planning was told without its tool';
  return alone.ok
    ? ended(alone, thought, note)
    : { ok: true, value: { thought: thought.trim(), tool: END, input: '' }, note };
}

/** `Next, I would use **user-average** to see …`: the one action that is set apart, where no other is named; else the words themselves. */
function markedAction(words: string, actions: readonly string[]): Json {
  const named = actions.filter((action) => action !== END && words.includes(action));
  const [action = '', ...others] = named.filter((one) => named.every((other) => one === other || !other.includes(one)));
  const at = words.indexOf(action);
  const isMarked =
    /(?:^|\s)[*_`"“']{1,3}$/.test(words.slice(0, at)) && /^[*_`"”']/.test(words.slice(at + action.length));
  const isAlone =
    others.length === 0 && words.lastIndexOf(action) === at && !/\b(?:not|n['’]t|instead of)\b/i.test(words);
  return isMarked && isAlone ? { action, thought: words } : { action: words };
}

/** A step that names an action: the action comes first, so that a thought that does not end cannot cost the step. */
export function offeredStepFormat<Step>(
  actions: readonly string[],
  stepOf: (reply: { readonly action: string; readonly thought: string }) => Step,
): ReplyFormat<Step> {
  const format = formatOf(z.object({ action: z.enum(actions), thought: z.string() }), { ...STEP, mayBeCut: 'thought' });
  return {
    ...mapped(
      inWords(
        format,
        (words) => namedArguments(words) ?? (isEnding(words) ? { action: END } : markedAction(words, actions)),
      ),
      stepOf,
    ),
    choice: choiceAmong(actions, {
      text: (action) => `{"action": ${JSON.stringify(action)}`,
      value: (action) => stepOf({ action, thought: '' }),
    }),
  };
}

const WORDED: SchemaOf<{ readonly choice: string }> = {
  type: 'object',
  properties: { choice: { type: 'string' } },
  required: ['choice'],
  additionalProperties: false,
};

/** The number of a candidate, also as `{"choice": "Proposal 2"}`. */
function choiceFormat(count: number): ReplyFormat<{ readonly choice: number }> {
  const { schema, parse } = formatOf(z.object({ choice: z.int().check(z.gte(1), z.lte(count)) }));
  return {
    schema,
    parse(text) {
      const reading = parse(text);
      const worded = reading.ok ? reading : readReply(text, WORDED);
      if (reading.ok || !worded.ok) return reading;
      const [named = ''] = String(worded.value.choice).split(':', 1);
      const meant = choiceInWords(named);
      const read = meant === null ? reading : parse(JSON.stringify(meant));
      return read.ok
        ? noted(read, [`${JSON.stringify(worded.value.choice)} was read as ${read.value.choice}`])
        : reading;
    },
  };
}

/** A voter's choice among `count` candidates, from 1. */
export const voteFormat = remembered((count: number): ReplyFormat<{ readonly choice: number }> => ({
  ...inWords(choiceFormat(count), choiceInWords),
  choice: choiceAmong(
    Array.from({ length: count }, (_, index) => index + 1),
    { text: (choice) => `{"choice": ${choice}}`, value: (choice) => ({ choice }) },
  ),
}));

/** The critic's verdict. */
export const evaluateFormat: ReplyFormat<{ readonly verdict: 'keep' | 'prune'; readonly reason: string }> = {
  ...inWords(formatOf(z.object({ verdict: z.enum(['keep', 'prune']), reason: z.string() }), REASONED), verdictInWords),
  choice: choiceAmong(['keep', 'prune'] as const, {
    text: (verdict) => `{"verdict": "${verdict}"`,
    value: (verdict, reason) => ({ verdict, reason }),
  }),
};

/** Whether to explore an alternative. */
export const inspireFormat: ReplyFormat<{ readonly explore: boolean; readonly reason: string }> = {
  ...formatOf(z.object({ explore: z.boolean(), reason: z.string() }), REASONED),
  choice: choiceAmong([true, false], {
    text: (explore) => `{"explore": ${explore}`,
    value: (explore, reason) => ({ explore, reason }),
  }),
};

/** `I would give this a 6 out of 10: the taste is known.` */
const OF_TEN =
  /^[^\p{L}\p{N}]*(?:i(?: would| will|['’]d) (?:give|rate) (?:this|it) (?:at )?(?:an? )?)?[*_]{0,3}(\d+(?:\.\d+)?)\s?(?:\/|out of)\s?10\b[*_]{0,3}\s{0,4}(?:[:,;.–—-](?!\d)|(?=\b(?:because|since)\b))(.*)$/isu;
/** Another one, or a number that may be: of two readings neither is the value. */
const OTHER_VALUE =
  /\d\s?(?:\/|out of)\s?10\b|\b(?:or|perhaps|maybe|rather|actually|instead|no[,:]|make (?:it|that)|between)\b[^\d.!?\n]{0,20}\d/iu;

const numberAlone = (words: string): Json | null => {
  const [, value, reason = ''] = OF_TEN.exec(words) ?? [];
  if (value !== undefined) return OTHER_VALUE.test(reason) ? null : { value, reason: reason.trim() };
  const alone = ratingInWords(words);
  return alone === null ? null : { value: alone.rating, reason: alone.reason ?? '' };
};

const VALUES = Array.from({ length: 10 }, (_, index) => index + 1);
const share = (value: number): number => (value - 1) / (VALUES.length - 1);

const VALUE_BOUNDS = [z.gte(1), z.lte(10)] as const;

/** How well the problem can be solved: 1 to 10, read as 0 to 1; 6.5 is read though it is not asked for. Scored, it is the expectation over the ten. */
export const valueFormat: ReplyFormat<{ readonly value: number; readonly reason: string }> = {
  ...mapped(
    inWords(
      formatOf(z.object({ value: z.number().check(...VALUE_BOUNDS), reason: z.string() }), REASONED),
      numberAlone,
    ),
    ({ value, reason }) => ({ value: share(value), reason }),
  ),
  schema: formatOf(z.object({ value: z.int().check(...VALUE_BOUNDS), reason: z.string() })).schema,
  choice: {
    replies: VALUES.map((value) => `{"value": ${value},`),
    read({ shares }) {
      const value = VALUES.reduce((sum, one, at) => sum + share(one) * (shares[at] ?? 0), 0);
      return { value, reason: 'Scored, not written: the expectation over ten values.' };
    },
  },
};

/** What a path that failed teaches; one that was cut off is read as far as it goes. */
export const reflectFormat: ReplyFormat<{ readonly reflection: string }> = formatOf(
  z.object({ reflection: z.string().check(z.trim(), z.minLength(1)) }),
  { mayBeCut: 'reflection' },
);
