/**
 * @file The browser's built-in model as a language model. The Prompt API has neither seeds nor temperatures for pages, so a run
 * with it is not reproducible.
 */
import { StoppedText, ThinkingSplitter, type SentPiece } from '../../core/reply/thinking.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { GenerateRequest, LanguageModel as LabModel, Message, StreamPart } from '../../core/language-model.ts';
import { PROMPT_MODEL, promptApi, promptAvailability, promptError, promptOptions } from './prompt-availability.ts';

/**
 * The model, once the browser has it.
 * @throws LabError `model-missing` with what the browser says, `aborted`
 */
export async function openPromptModel(signal: AbortSignal): Promise<LabModel> {
  throwIfAborted(signal);
  const { state, message } = await promptAvailability();
  const api = promptApi();
  if (api === null || state !== 'available') {
    const todo = state === 'downloadable' ? ' Get it under Models.' : '';
    throw new LabError('model-missing', message + todo, { state });
  }
  const session = await createSession(api, [], signal);
  const contextLength = session.contextWindow;
  session.destroy();
  return {
    id: PROMPT_MODEL,
    title: 'The browser’s built-in model',
    contextLength,
    capabilities: { seed: false, responseSchema: true, score: false },
    provenance: {
      engine: `Prompt API, ${browserVersion()}`,
      // Browsers do not say which model it is.
      model: 'built-in',
      revision: null,
      dtype: null,
      device: null,
    },
    stream: (request, options) => streamReply(api, request, options.signal),
    async countTokens(messages, options) {
      throwIfAborted(options.signal);
      const counting = await createSession(api, [], options.signal);
      try {
        return await counting.measureContextUsage(messages.map(asPrompt), { signal: options.signal });
      } catch (thrown) {
        throw promptError(thrown);
      } finally {
        counting.destroy();
      }
    },
  };
}

async function* streamReply(
  api: typeof LanguageModel,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamPart> {
  throwIfAborted(signal);
  const earlier = request.messages.slice(0, -1);
  const session = await createSession(api, earlier, signal, request.temperature === 0);
  const reading = new AbortController();
  const stop = (): void => reading.abort();
  signal.addEventListener('abort', stop);
  try {
    yield* readReply(session, request, reading.signal);
  } catch (thrown) {
    throwIfAborted(signal);
    throw promptError(thrown);
  } finally {
    signal.removeEventListener('abort', stop);
    reading.abort();
    session.destroy();
  }
}

async function* readReply(
  session: LanguageModel,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamPart> {
  const { messages, responseSchema, stop = [], maxTokens } = request;
  const prompt = messages.slice(-1).map(asPrompt);
  const options: LanguageModelPromptOptions = {
    signal,
    ...(responseSchema !== undefined && {
      responseConstraint: responseSchema as Record<string, unknown>,
      // The lab's prompts say themselves what is wanted, alike for all engines.
      omitResponseConstraintInput: true,
    }),
  };
  const inputTokens = session.contextUsage + (await session.measureContextUsage(prompt, options));
  requireRoom(inputTokens, session.contextWindow);
  let overflown = false;
  session.addEventListener('contextoverflow', () => (overflown = true));
  const reply = new StoppedText(stop);
  let chunks = 0;
  let cut: 'stop' | 'length' | null = null;
  const splitter = new ThinkingSplitter();
  const reader = session.promptStreaming(prompt, options).getReader();
  while (cut === null) {
    const { done, value } = await reader.read();
    // The browser forgets the oldest messages then, without a word in the reply.
    if (overflown) requireRoom(session.contextWindow + 1, session.contextWindow);
    if (done) break;
    chunks += 1;
    yield* partsOf(splitter.add(reply.add(value)));
    // The browser sends about a piece a token.
    if (reply.isStopped) cut = 'stop';
    else if (chunks >= maxTokens) cut = 'length';
  }
  yield* partsOf(splitter.add(reply.end()));
  yield* partsOf(splitter.end());
  const counted = session.contextUsage - inputTokens;
  const isCounted = cut === null && counted > 0;
  const usage = { inputTokens, outputTokens: isCounted ? counted : chunks, estimated: !isCounted };
  yield { type: 'finish', finishReason: cut ?? 'stop', usage };
}

const partsOf = (pieces: readonly SentPiece[]): StreamPart[] =>
  pieces.map(({ type, text }) => ({ type: type === 'text' ? 'text-delta' : 'thought-delta', delta: text }));

function requireRoom(tokens: number, contextWindow: number): void {
  if (tokens <= contextWindow) return;
  throw new LabError(
    'context-exceeded',
    `The prompt does not fit into the ${contextWindow} tokens of context of the browser’s model. Plan fewer steps.`,
    { contextLength: contextWindow },
  );
}

/** A session that has these messages behind it. */
async function createSession(
  api: typeof LanguageModel,
  messages: readonly Message[],
  signal: AbortSignal,
  predictable = false,
): Promise<LanguageModel> {
  const initialPrompts = messages.map(asPrompt);
  const options: LanguageModelCreateOptions = {
    ...promptOptions(),
    ...(predictable && { samplingMode: 'most-predictable' }),
    initialPrompts,
    signal,
  };
  try {
    return await api.create(options);
  } catch (thrown) {
    throwIfAborted(signal);
    throw promptError(thrown);
  }
}

// The API's types tell system messages apart, which its first message may be.
const asPrompt = ({ role, content }: Message): LanguageModelMessage => ({
  role: role as 'user' | 'assistant',
  content,
});

const browserVersion = (): string =>
  /(Edg|OPR|Chrome|Firefox)\/[\d.]+(?!.*\b(Edg|OPR)\/)/.exec(navigator.userAgent)?.[0] ?? 'unknown browser';
