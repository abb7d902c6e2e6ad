/** @file A model whose thinking is told from its replies, at the border of its engine: nothing behind it reads a thought as a reply. */
import type { GenerateRequest, LanguageModel, Message, StreamPart, TokenUsage } from '../core/language-model.ts';
import { StoppedText, closesThought, ThinkingSplitter } from '../core/reply/thinking.ts';
import { decorate } from './decorate.ts';

/** Tokens that a model may think with before each reply, on top of the reply's own limit, where it was seen to think and nobody says more. */
export const THINKING_TOKENS = 2048;

export type ThinkingHabit = ReturnType<typeof thinkingHabit>;

/** @param tokens null to give `THINKING_TOKENS` once the model was seen to think */
export function thinkingHabit(tokens: number | null, hasThought = false) {
  let isThinking = hasThought;
  return {
    /** True where its thoughts are closed and never opened, since the chat template opens them. */
    isUnopened: false,
    get tokens(): number {
      return tokens ?? (isThinking ? THINKING_TOKENS : 0);
    },
    seen(): void {
      isThinking = true;
    },
  };
}

export function thinkingApart(model: LanguageModel, habit: ThinkingHabit): LanguageModel {
  return decorate(model, {
    stream: (request, options) => apart(model.stream(withRoom(request, habit), options), habit, request),
    score: (score) => score,
  });
}

/** A stop would end a thought; what is to stop a reply is looked for in the reply. */
function withRoom(request: GenerateRequest, { tokens }: ThinkingHabit): GenerateRequest {
  if (tokens === 0) return request;
  return { ...request, maxTokens: request.maxTokens + tokens, stop: [] };
}

/** Nothing while it is blank, since a model that is not to think begins with an empty thought. */
class Thoughts {
  length = 0;
  private held = '';
  private readonly habit: ThinkingHabit;

  constructor(habit: ThinkingHabit) {
    this.habit = habit;
  }

  *tell(more: string): Generator<StreamPart> {
    this.held += more;
    if (this.length === 0 && this.held.trim() === '') return;
    this.length += this.held.length;
    this.habit.seen();
    yield { type: 'thought-delta', delta: this.held };
    this.held = '';
  }
}

async function* apart(
  parts: AsyncIterable<StreamPart>,
  habit: ThinkingHabit,
  { stop = [], maxTokens, messages }: GenerateRequest,
): AsyncGenerator<StreamPart> {
  const splitter = new ThinkingSplitter(habit.isUnopened);
  const most = habit.tokens > 0 ? maxTokens : Infinity;
  const stops = new StoppedText(stop);
  let text = '';
  let pieces = 0;
  const thoughts = new Thoughts(habit);
  const tell = function* (sent: ReturnType<ThinkingSplitter['add']>): Generator<StreamPart, 'stop' | 'length' | null> {
    for (const piece of sent) {
      if (piece.type === 'thought') {
        yield* thoughts.tell(piece.text);
        continue;
      }
      const delta = stops.add(piece.text);
      text += delta;
      pieces += 1;
      if (delta !== '') yield { type: 'text-delta', delta };
      if (stops.isStopped) return 'stop';
      if (pieces >= most) return 'length';
    }
    return null;
  };
  for await (const part of parts) {
    if (part.type === 'text-delta') {
      const ended = yield* tell(splitter.add(part.delta));
      if (ended === null) continue;
      yield { type: 'finish', finishReason: ended, usage: estimated(messages, text.length, thoughts.length) };
      return;
    }
    if (part.type === 'thought-delta') {
      yield* thoughts.tell(part.delta);
      continue;
    }
    if (part.type !== 'finish') {
      yield part;
      continue;
    }
    const ended = yield* tell(splitter.end());
    const rest = stops.end();
    text += rest;
    if (rest !== '') yield { type: 'text-delta', delta: rest };
    if (closesThought(text)) {
      habit.isUnopened = true;
      habit.seen();
    }
    const { usage } = part;
    const share = thoughts.length === 0 ? 0 : thoughts.length / (thoughts.length + text.length);
    const thinkingTokens = usage.thinkingTokens ?? Math.round(share * usage.outputTokens);
    yield {
      ...part,
      finishReason: ended ?? part.finishReason,
      usage: thinkingTokens > 0 ? { ...usage, thinkingTokens } : usage,
    };
  }
}

const CHARACTERS_PER_TOKEN = 4;

/** @param text and `thought` in characters */
export function estimated(messages: readonly Message[], text: number, thought = 0): TokenUsage {
  const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return {
    inputTokens: tokensOf(messages.reduce((sum, { content }) => sum + content.length, 0)),
    outputTokens: tokensOf(text + thought),
    estimated: true,
    ...(thought > 0 && { thinkingTokens: tokensOf(thought) }),
  };
}
