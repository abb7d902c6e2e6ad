/**
 * @file The replies that RecMind asks for: each a JSON Schema for the engine and a parser for what it sent.
 */
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { noted, readReply } from '../../core/reply/read-reply.ts';
import { choiceInWords, membersInWords, stepInWords, verdictInWords } from '../../core/reply/in-words.ts';
import { z } from '../../tools/schema.ts';
import { choiceAmong } from './choices.ts';
import { formatOf, inWords, mapped, REASONED, remembered, type ReplyFormat } from './reply-format.ts';

/** What stands behind a step was written without its observation. */
const STEP = { counts: 'first', mayBeCut: null, defaults: { thought: '', input: '' } } as const;

/** The tool that a step names where planning ends. */
export const END = 'end';
const ENDING: Json = {
  type: 'object',
  properties: { thought: { type: 'string', pattern: '^\\W*[Ee]nd of [Pp]lanning\\W*$' } },
  required: ['thought'],
  additionalProperties: false,
};

/**
 * A step in the model's own words: the thought comes first, so that it can lead to the action (ReAct). The thought that ends planning may
 * stand without its tool.
 */
export function stepFormat<Step>(
  tools: readonly string[],
  stepOf: (reply: { readonly thought: string; readonly tool: string; readonly input: string }) => Step,
): ReplyFormat<Step> {
  const { schema, parse } = inWords(
    formatOf(z.object({ thought: z.string(), tool: z.enum(tools), input: z.string() }), STEP),
    stepInWords,
  );
  const withEnd: typeof parse = (text) => {
    const reading = parse(text);
    if (reading.ok || !tools.includes(END)) return reading;
    const ending = readReply(text, ENDING, { counts: 'first', unknown: 'refuse' }) as Reading<{
      readonly thought: string;
    }>;
    if (!ending.ok) return reading;
    return noted({ ...ending, value: { ...ending.value, tool: END, input: '' } }, [
      'the end of planning was told without its tool',
    ]);
  };
  return mapped(inWords({ schema, parse: withEnd }, stepInWords), stepOf);
}

/** A step that names an action: the action comes first, so that a thought that does not end cannot cost the step. */
export function offeredStepFormat<Step>(
  actions: readonly string[],
  stepOf: (reply: { readonly action: string; readonly thought: string }) => Step,
): ReplyFormat<Step> {
  return {
    ...mapped(
      formatOf(z.object({ action: z.enum(actions), thought: z.string() }), { ...STEP, mayBeCut: 'thought' }),
      stepOf,
    ),
    choice: choiceAmong(actions, {
      text: (action) => `{"action": ${JSON.stringify(action)}`,
      value: (action) => stepOf({ action, thought: '' }),
    }),
  };
}

const WORDED: Json = {
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
      const worded = reading.ok ? reading : (readReply(text, WORDED) as Reading<{ readonly choice: string }>);
      if (reading.ok || !worded.ok) return reading;
      const meant = choiceInWords(String(worded.value.choice));
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
  ...inWords(
    formatOf(z.object({ explore: z.boolean(), reason: z.string() }), REASONED),
    membersInWords(['explore', 'reason']),
  ),
  choice: choiceAmong([true, false], {
    text: (explore) => `{"explore": ${explore}`,
    value: (explore, reason) => ({ explore, reason }),
  }),
};

const VALUES = Array.from({ length: 10 }, (_, index) => index + 1);
const share = (value: number): number => (value - 1) / (VALUES.length - 1);

/** How well the problem can be solved: 1 to 10, read as 0 to 1. Scored, it is the expectation over the ten. */
export const valueFormat: ReplyFormat<{ readonly value: number; readonly reason: string }> = {
  ...mapped(
    formatOf(z.object({ value: z.number().check(z.gte(1), z.lte(10)), reason: z.string() }), REASONED),
    ({ value, reason }) => ({ value: share(value), reason }),
  ),
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
