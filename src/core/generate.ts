/**
 * @file Asking a model for a whole reply: as text, or as a value that a parser accepts. What came and how it was read is
 * always in the trace.
 */
import { LabError } from './errors.ts';
import type { GenerateRequest, LanguageModel, TokenUsage } from './language-model.ts';
import type { RunContext } from './run-context.ts';

/** A whole reply. */
export interface Reply {
  readonly text: string;
  readonly finishReason: 'stop' | 'length' | 'abort';
  readonly usage: TokenUsage;
  /** The `seq` of the `model-call` event; null where the call is not traced. */
  readonly call: number | null;
}

/** A reply as a parser read it. `note` says what had to be overlooked, such as words around the JSON. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value; readonly note?: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Most characters of a reply, some sixty thousand tokens. Replies are asked for with at most a few thousand; a server that does not
 * keep to that is stopped here, before anybody reads what it sent.
 */
export const LONGEST_REPLY = 262_144;

/**
 * Collects the stream of one call.
 * @throws LabError what the model throws; `aborted` where the model stopped for an abort; `model-failed` where its
 * stream has no end, or is longer than any reply
 */
export async function generateText(
  model: LanguageModel,
  request: GenerateRequest,
  options: { readonly signal: AbortSignal },
): Promise<Reply> {
  let text = '';
  for await (const part of model.stream(request, options)) {
    if (part.type === 'text-delta') {
      text += part.delta;
      if (text.length > LONGEST_REPLY) throw tooLong(model, request);
    } else if (part.finishReason === 'abort') throw new LabError('aborted', 'Stopped.');
    else return { text, finishReason: part.finishReason, usage: part.usage, call: part.call ?? null };
  }
  throw new LabError('model-failed', `The model ${model.id} stopped in the middle of a reply. Run again.`);
}

const tooLong = ({ id }: LanguageModel, { maxTokens }: GenerateRequest): LabError =>
  new LabError(
    'model-failed',
    `The model ${id} sent more than ${LONGEST_REPLY} characters where ${maxTokens} tokens were asked for, and was stopped.`,
    { model: id, maxTokens },
  );

/**
 * Asks for a value. A reply that cannot be read is followed by one more call that tells the problem; where that fails too,
 * the reading says so: nothing is made up.
 * @param parse reads a reply's text
 */
export async function generateValue<Value>(
  context: RunContext,
  request: GenerateRequest,
  parse: (text: string) => Reading<Value>,
): Promise<Reading<Value>> {
  const first = await generateOnce(context, request, parse);
  if (first.reading.ok) return first.reading;
  const { problem } = first.reading;
  const repair: GenerateRequest = {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: first.reply.text },
      {
        role: 'user',
        content: `That reply could not be read: ${problem}. Reply again, with nothing but what was asked for.`,
      },
    ],
    seed: context.random.fork(`repair ${request.purpose.type} ${request.seed}`).integer(2 ** 32),
  };
  return (await generateOnce(context, repair, parse, problem)).reading;
}

/**
 * Asks for a value once: what cannot be read is the caller's to handle, as in a dialogue that goes on with an observation.
 * @param earlierProblem what was wrong with an earlier reply, where this is the repair
 */
export async function generateOnce<Value>(
  { model, trace, signal }: RunContext,
  request: GenerateRequest,
  parse: (text: string) => Reading<Value>,
  earlierProblem: string | null = null,
): Promise<{ readonly reply: Reply; readonly reading: Reading<Value> }> {
  const reply = await generateText(model, request, { signal });
  const reading = parse(reply.text);
  if (reply.call !== null) {
    const isConstrained = model.capabilities.responseSchema && request.responseSchema !== undefined;
    const problem = reading.ok ? (earlierProblem ?? reading.note ?? null) : reading.problem;
    const success = problem !== null ? 'repaired' : isConstrained ? 'constrained' : 'validated';
    trace.emit({ type: 'reply-check', call: reply.call, status: reading.ok ? success : 'failed', problem });
  }
  return { reply, reading };
}
