/**
 * @file One call of the model by RecMind: what each kind of call may cost, and its seed.
 */
import { generateValue, type Reading } from '../../core/generate.ts';
import type { Message, Purpose } from '../../core/language-model.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { ReplyFormat } from './replies.ts';

/** The kinds of calls that RecMind itself makes; its tools make their own. */
export type AskType = 'sample-state' | 'vote' | 'evaluate' | 'inspire' | 'answer';

const MAX_TOKENS: Readonly<Record<AskType, number>> = {
  'sample-state': 256,
  vote: 32,
  evaluate: 128,
  inspire: 128,
  answer: 512,
};

/** What is asked. */
export interface Question<Value> {
  readonly purpose: Extract<Purpose, { readonly type: AskType }>;
  readonly messages: readonly Message[];
  readonly format: ReplyFormat<Value>;
  /** 0 is greedy. */
  readonly temperature: number;
  /** Tells apart the calls of one kind at one node, such as voters. */
  readonly key?: string;
}

/** Asks at the context's node, with a seed that depends on the node, the kind of call and the key alone. */
export function ask<Value>(context: RunContext, question: Question<Value>): Promise<Reading<Value>> {
  const { purpose, messages, format, temperature, key = '' } = question;
  const request = {
    messages,
    purpose,
    seed: context.random.fork(`${purpose.type} ${key}`).integer(2 ** 32),
    temperature,
    maxTokens: MAX_TOKENS[purpose.type],
    responseSchema: format.schema,
  };
  return generateValue(context, request, format.parse);
}
