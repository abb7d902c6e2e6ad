/** @file Whether a prompt fits into a model's context, known before the model is asked. */
import type { LanguageModel, Message } from '../language-model.ts';

type Reader = Pick<LanguageModel, 'contextLength' | 'countTokens'>;

/** What a chat template may add to a message, in tokens. */
const TEMPLATE_TOKENS = 64;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;
/** Of English text in UTF-8, where the engine cannot count. */
const BYTES_PER_TOKEN = 3;

const encoder = new TextEncoder();

/** A token holds at least one byte, so short prompts need not be counted; others the engine counts, or they are estimated. */
export async function fitsContext(
  model: Reader,
  messages: readonly Message[],
  maxTokens: number,
  options: { readonly signal: AbortSignal },
): Promise<boolean> {
  const most = model.contextLength - maxTokens;
  const template = TEMPLATE_TOKENS * messages.length;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (MOST_BYTES * characters + template <= most) return true;
  const bytes = messages.reduce((sum, { content }) => sum + encoder.encode(content).length, 0);
  if (bytes + template <= most) return true;
  return (await promptTokens(model, messages, options)) <= most;
}

export async function promptTokens(
  model: Reader,
  messages: readonly Message[],
  options: { readonly signal: AbortSignal },
): Promise<number> {
  const counted = await model.countTokens?.(messages, options);
  if (counted !== undefined) return counted;
  return Math.ceil(messages.reduce((sum, { content }) => sum + encoder.encode(content).length, 0) / BYTES_PER_TOKEN);
}
