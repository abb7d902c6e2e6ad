/**
 * @file The reflector (MACRec, section 3.3; Reflexion: Shinn et al. 2023): it reads an attempt and says what to do better. It never
 * learns whether the answer was right.
 */
import type { CommandForm } from '../../../core/action.ts';
import type { Agent, AgentReply } from '../../../core/recommender.ts';
import { generateValue, type Reading } from '../../../core/reply/generate.ts';
import type { Json } from '../../../core/json.ts';
import type { State } from '../../../core/planner.ts';
import { readReply } from '../../../core/reply/read-reply.ts';
import { readWords } from '../../../core/reply/read-words.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { Sample } from '../../../core/task.ts';
import {
  isHeld,
  keyIn,
  optionalPrompt,
  promptOf,
  type Prompts,
  requestOf,
  tokensFit,
  type AgentSettings,
} from './settings.ts';
import { oneLine } from './step.ts';
import { wholeOf, type ActionKind } from './action.ts';

export const REFLECTION_STRATEGIES = ['base', 'last_trial', 'reflection', 'last_trial_and_reflection'] as const;
export type ReflectionStrategy = (typeof REFLECTION_STRATEGIES)[number];

export const asksModel = (strategy: ReflectionStrategy): boolean => strategy.endsWith('reflection');
export const showsAttempt = (strategy: ReflectionStrategy): boolean => strategy.startsWith('last_trial');

interface ReflectorSetup {
  readonly settings: AgentSettings;
  readonly prompts: Prompts;
}

interface ReviewedAttempt {
  readonly sample: Sample;
  readonly actions: readonly string[];
  /** What could have been asked and was not. */
  readonly left: readonly ActionKind[];
  readonly states: readonly State[];
  readonly input: string;
  readonly scratchpad: string;
}

export interface Reflection {
  readonly text: string;
  readonly correct: boolean | null;
}

const MOST_NAMED = 8;

export function reflector(
  { settings, prompts }: ReflectorSetup,
  attempt: ReviewedAttempt,
  onReflection: (reflection: Reflection) => void,
): Agent {
  const { sample, actions, left, states, input, scratchpad } = attempt;
  return {
    name: 'Reflector',
    description: 'says what to do better in the next attempt',
    async invoke(_message, context): Promise<AgentReply> {
      const prompt = promptOf(prompts, keyIn(settings.form, 'reflect_prompt'), {
        examples: optionalPrompt(prompts, keyIn(settings.form, 'reflect_examples')),
        actions: left.map((kind) => wholeOf(kind).slice(0, MOST_NAMED).join(', ') || kind.name).join(', ') || 'nothing',
        input,
        scratchpad,
      });
      const model = context.modelNamed(settings.model);
      if (!(await tokensFit(prompt, [{ settings, model }], context))) {
        return { text: 'Reflector came to no result: the attempt would not fit into its token limit.', failed: true };
      }
      const purpose = { type: 'reflect', sample, actions, states, form: settings.form } as const;
      const isChosen = isHeld(settings, context) && actions.length > 0;
      const schema = reflectionSchema(isChosen ? { enum: reasonsOf(left) } : { type: 'string' });
      const asked = { prompt, purpose, ...(settings.form === 'json' && { schema }) };
      const reading = await ask(settings, asked, context);
      if (!reading.ok) return { text: `Reflector could not be understood: ${reading.problem}.`, failed: true };
      onReflection(reading.value);
      return { text: reading.value.text, failed: false };
    },
  };
}

/** A small model's own words name nothing that could be done. */
const reasonsOf = (left: readonly ActionKind[]): readonly string[] => [
  ...left.flatMap((kind) => wholeOf(kind).slice(0, MOST_NAMED)).map((one) => `${one} was not asked.`),
  'The answer follows from what was found.',
  'The answer does not follow from what was found.',
];

async function ask(
  settings: AgentSettings,
  wanted: Parameters<typeof requestOf>[1],
  context: RunContext,
): Promise<Reading<Reflection>> {
  const asked = { ...context, model: context.modelNamed(settings.model) };
  const request = requestOf(settings, wanted, context);
  const parse = (text: string, isCut?: boolean): Reading<Reflection> => {
    const reading = parseReflection(text, settings.form, isCut);
    return settings.isToldAsWritten && reading.ok
      ? { ...reading, value: { ...reading.value, text: oneLine(text) } }
      : reading;
  };
  return generateValue(asked, request, parse);
}

const reflectionSchema = (reason: Json) => ({
  ...{ type: 'object', properties: { correctness: { type: 'boolean' }, reason } },
  ...{ required: ['correctness', 'reason'], additionalProperties: false },
});

/** The verdict and the reason, of which one is enough. */
const REFLECTION: Json = {
  anyOf: ['correctness', 'reason'].map((needed) => ({ ...reflectionSchema({ type: 'string' }), required: [needed] })),
};

/** What begins a reflection in words that needs no other attempt. */
const KEEPS = /^\W*(?:reflection\W*)?keep the answer\b(?!\s*(?:\?|only\b|if\b|unless\b|but\b))/i;

/** In words a reflection says that the answer seems right where it begins with "Keep the answer". */
export function parseReflection(written: string, form: CommandForm, isCut = false): Reading<Reflection> {
  if (form === 'text') {
    const words = readWords(written, ['reflection']);
    if (!words.ok) return words;
    return { ...words, value: { text: oneLine(words.value), correct: KEEPS.test(words.value) ? true : null } };
  }
  const found = readReply(written, REFLECTION, { isCut });
  if (!found.ok) return found;
  const { correctness } = found.value as { readonly correctness?: boolean };
  return { ...found, value: { text: JSON.stringify(found.value), correct: correctness ?? null } };
}
