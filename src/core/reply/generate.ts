/** @file Asking a model for a whole reply, as text or as a value. How it was read is always in the trace. */
import { LabError } from '../errors.ts';
import type { GenerateRequest, LanguageModel, TokenUsage, ToldToken } from '../language-model.ts';
import { fitsContext } from './limits.ts';
import { withoutThinking } from './thinking.ts';
import type { RunContext } from '../run-context.ts';
import type { Span } from '../trace.ts';
import { isJsonObject, type Json } from '../json.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
}

/** A form that takes more characters than that says less than the prompt did. */
const LONGEST = 300;

export function askedForm(schema: Json): string | null {
  const { properties = {} } = schema as Shape;
  const members = Object.entries(properties).map(([name, own]) => {
    const value = valueForm(own);
    return value === null ? null : `${JSON.stringify(name)}: ${value}`;
  });
  const form = `{${members.join(', ')}}`;
  return members.length === 0 || members.includes(null) || form.length > LONGEST ? null : form;
}

function valueForm(schema: Json): string | null {
  if (!isJsonObject(schema)) return null;
  const { type, enum: choices, minimum, maximum, items } = schema as Shape;
  if (choices !== undefined) return choices.map((one) => JSON.stringify(one)).join(' or ');
  if (type === 'string') return '"…"';
  if (type === 'boolean') return 'true or false';
  if (type === 'number' || type === 'integer') return numberForm(type, minimum, maximum);
  const entry = type === 'array' ? valueForm(items ?? null) : null;
  return entry === null ? null : `[${entry}, …]`;
}

function numberForm(type: 'number' | 'integer', minimum = -Infinity, maximum = Infinity): string {
  if (type === 'integer' && maximum - minimum === 1) return `${minimum} or ${maximum}`;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  // A whole number of a schema may have the language's own bounds.
  const isBounded = Math.abs(minimum) < Number.MAX_SAFE_INTEGER && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${kind} from ${minimum} to ${maximum}` : kind;
}

export interface Reply {
  readonly text: string;
  readonly hasThought: boolean;
  readonly finishReason: 'stop' | 'length' | 'abort';
  readonly usage: TokenUsage;
  /** The `seq` of the `model-call` event; null where the call is not traced. */
  readonly call: number | null;
  readonly isFree: boolean;
  readonly told?: readonly ToldToken[];
}

export type Parse<Value> = (text: string, isCut?: boolean, told?: readonly ToldToken[]) => Reading<Value>;

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value; readonly note?: string }
  | { readonly ok: false; readonly problem: string; readonly again?: string };

/** In characters. A server that does not keep to its tokens is stopped here, before anybody reads what it sent. */
export const LONGEST_REPLY = 262_144;

/** @throws LabError what the model throws; `aborted`; `model-failed` where the stream has no end or is too long */
export async function generateText(
  model: LanguageModel,
  request: GenerateRequest,
  options: { readonly signal: AbortSignal },
): Promise<Reply> {
  let text = '';
  let thought = 0;
  for await (const part of model.stream(request, options)) {
    if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'thought-delta') thought += part.delta.length;
    else if (part.type === 'finish') {
      const { finishReason, usage, call = null, isFree = false, told } = part;
      if (finishReason === 'abort') throw new LabError('aborted', 'Stopped.');
      const reply = withoutThinking(text);
      const hasThought = thought > 0 || reply !== text;
      return { text: reply, hasThought, finishReason, usage, call, isFree, ...(told && { told }) };
    }
    if (text.length + thought > LONGEST_REPLY) throw tooLong(model, request);
  }
  throw new LabError('model-failed', `The model ${model.id} stopped in the middle of a reply. Run again.`);
}

const tooLong = ({ id }: LanguageModel, { maxTokens }: GenerateRequest): LabError =>
  new LabError(
    'model-failed',
    `The model ${id} sent more than ${LONGEST_REPLY} characters where ${maxTokens} tokens were asked for, and was stopped.`,
    { model: id, maxTokens },
  );

export type Asking = Pick<RunContext, 'model' | 'random' | 'signal'> & { readonly trace?: Span };

/** After a reply that cannot be read asks once more, with four times the room where it was cut off; nothing is made up. */
export async function generateValue<Value>(
  context: Asking,
  request: GenerateRequest,
  parse: Parse<Value>,
): Promise<Reading<Value>> {
  const first = await generateOnce(context, request, parse);
  return first.reading.ok ? first.reading : askAgain(context, request, first, parse);
}

export async function askAgain<Value>(
  context: Asking,
  request: GenerateRequest,
  { reply, reading }: { readonly reply: Reply; readonly reading: Reading<Value> },
  parse: Parse<Value>,
): Promise<Reading<Value>> {
  if (reading.ok) return reading;
  const repair = await repairOf(context, request, reply, reading);
  return (await generateOnce(context, repair, parse, reading.problem)).reading;
}

export const wasCut = ({ finishReason }: Reply): boolean => finishReason === 'length';

const MORE_ROOM = 4;

async function repairOf(
  { model, random, signal }: Asking,
  request: GenerateRequest,
  reply: Reply,
  unreadable: Reading<unknown> & { readonly ok: false },
): Promise<GenerateRequest> {
  const { purpose, seed, maxTokens, messages, stop = [] } = request;
  const isCut = wasCut(reply);
  const said = (limit: number): GenerateRequest['messages'] => [
    ...messages,
    { role: 'assistant', content: reply.text === '' ? '(nothing)' : reply.text },
    {
      role: 'user',
      content: isCut ? cutOff(maxTokens, limit, reply, unreadable.problem) : unread(unreadable, request),
    },
  ];
  const room = async (): Promise<number> => {
    if (!isCut) return maxTokens;
    for (let more = MORE_ROOM; more > 1; more /= 2)
      if (await fitsContext(model, said(more * maxTokens), more * maxTokens, { signal })) return more * maxTokens;
    return maxTokens;
  };
  const limit = await room();
  return {
    ...request,
    messages: said(limit),
    seed: random.fork(`repair ${purpose.type} ${seed}`).integer(2 ** 32),
    maxTokens: limit,
    // What ended a reply before its first word would do so again.
    ...(stop.length > 0 && reply.text.trim() === '' && { stop: [] }),
  };
}

function unread(
  { problem, again }: Reading<unknown> & { readonly ok: false },
  { responseSchema }: GenerateRequest,
): string {
  const form = responseSchema === undefined ? null : askedForm(responseSchema);
  const asked =
    form === null ? 'Reply again, with nothing but what was asked for.' : `Reply with only this object: ${form}`;
  return `That reply could not be read: ${problem}. ${again ?? asked}`;
}

const cutOff = (had: number, has: number, { hasThought }: Reply, problem: string): string =>
  `That reply was cut off after ${had} tokens${hasThought ? ', which thinking had used up' : ''}, so it could not be read: ${problem}. ` +
  `Reply again, with nothing but what was asked for and no reasoning before it, in less than ${has} tokens.`;

/** Asks for words; an empty text is asked for once more. A text without a fault is not in the trace. */
export async function generateWords(
  context: Asking,
  request: GenerateRequest,
  read: Parse<string> = readAnyWords,
): Promise<{ readonly text: string; readonly finishReason: Reply['finishReason'] }> {
  const first = await generateText(context.model, request, context);
  const reading = thoughtThrough(read(first.text, wasCut(first)), first, request);
  const asItCame = reading.ok && reading.note === undefined;
  if (!asItCame) checked(context, request, first, reading);
  if (reading.ok) return { text: reading.value, finishReason: first.finishReason };
  const again = await askAgain(context, request, { reply: first, reading }, read);
  return { text: again.ok ? again.value : '', finishReason: 'stop' };
}

function readAnyWords(text: string): Reading<string> {
  const words = text.trim();
  return words === '' ? { ok: false, problem: 'it is empty' } : { ok: true, value: words };
}

function thoughtThrough<Value>(reading: Reading<Value>, reply: Reply, request: GenerateRequest): Reading<Value> {
  if (reading.ok || reply.text.trim() !== '' || reply.finishReason !== 'length') return reading;
  const what = reply.hasThought
    ? 'thinking used up all of its tokens; allow more of them (thinkingTokens), or none'
    : '';
  return { ...reading, problem: what || `it is empty after ${request.maxTokens} tokens` };
}

export async function generateOnce<Value>(
  context: Asking,
  request: GenerateRequest,
  parse: Parse<Value>,
  earlierProblem: string | null = null,
): Promise<{ readonly reply: Reply; readonly reading: Reading<Value> }> {
  const reply = await generateText(context.model, request, context);
  const reading = thoughtThrough(parse(reply.text, wasCut(reply), reply.told), reply, request);
  return { reply, reading: checked(context, request, reply, reading, earlierProblem) };
}

function checked<Value>(
  { model, trace }: Asking,
  { responseSchema }: GenerateRequest,
  { call, isFree }: Reply,
  reading: Reading<Value>,
  earlierProblem: string | null = null,
): Reading<Value> {
  if (call === null) return reading;
  const isConstrained = model.capabilities.responseSchema && responseSchema !== undefined && !isFree;
  const note = reading.ok ? (reading.note ?? null) : reading.problem;
  const asItCame = note !== null ? 'mended' : isConstrained ? 'constrained' : 'validated';
  const status = !reading.ok ? 'failed' : earlierProblem !== null ? 'repaired' : asItCame;
  const problem = reading.ok && earlierProblem !== null ? earlierProblem : note;
  trace?.emit({ type: 'reply-check', call, status, problem });
  return reading;
}
