/** @file A model whose thinking is told from its replies, at the border of its engine: nothing behind it reads a thought as a reply. */
import type { GenerateRequest, LanguageModel, StreamPart, TokenUsage } from '../core/language-model.ts';
import { ThinkingSplitter } from '../core/reply/thinking.ts';
import { decorate } from './decorate.ts';

/** Tokens that a model may think with before each reply, on top of the reply's own limit, where it was seen to think and nobody says more. */
export const THINKING_TOKENS = 2048;

export interface ThinkingHabit {
  readonly tokens: number;
  /** True where its thoughts are closed and never opened, since the chat template opens them. */
  readonly isUnopened: boolean;
  /** Called when a reply is found to have thought. */
  seen(how?: 'unopened'): void;
}

/** @param tokens null to give `THINKING_TOKENS` once the model was seen to think */
export function thinkingHabit(tokens: number | null, hasThought = false): ThinkingHabit {
  let isThinking = hasThought;
  let isUnopened = false;
  return {
    get tokens() {
      return tokens ?? (isThinking ? THINKING_TOKENS : 0);
    },
    get isUnopened() {
      return isUnopened;
    },
    seen(how) {
      isThinking = true;
      if (how === 'unopened') isUnopened = true;
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

/** What is thought; nothing while it is blank, since a model that is not to think begins with an empty thought. */
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

const CLOSING = /<\/(think|thinking|reasoning)>/i;
const OPENING = /^\s*<(?:think|thinking|reasoning)>/i;

/** Holds a reply back, where thoughts are never opened, until one is closed: then it is opened, so that it is told from the reply. */
class Opener {
  private held: string | null;

  constructor({ isUnopened }: ThinkingHabit) {
    this.held = isUnopened ? '' : null;
  }

  add(delta: string): string {
    if (this.held === null) return delta;
    this.held += delta;
    const name = CLOSING.exec(this.held)?.[1];
    if (name === undefined) return '';
    const held = this.end();
    return OPENING.test(held) ? held : `<${name}>${held}`;
  }

  end(): string {
    const held = this.held ?? '';
    this.held = null;
    return held;
  }
}

async function* apart(
  parts: AsyncIterable<StreamPart>,
  habit: ThinkingHabit,
  { stop = [], maxTokens, messages }: GenerateRequest,
): AsyncGenerator<StreamPart> {
  const splitter = new ThinkingSplitter();
  const opener = new Opener(habit);
  const most = habit.tokens > 0 ? maxTokens : Infinity;
  let text = '';
  let pieces = 0;
  const thoughts = new Thoughts(habit);
  const estimated = (): TokenUsage => ({
    inputTokens: tokensOf(messages.reduce((sum, { content }) => sum + content.length, 0)),
    outputTokens: tokensOf(text.length + thoughts.length),
    estimated: true,
    ...(thoughts.length > 0 && { thinkingTokens: tokensOf(thoughts.length) }),
  });
  const tell = function* (sent: ReturnType<ThinkingSplitter['add']>): Generator<StreamPart, 'stop' | 'length' | null> {
    for (const piece of sent) {
      if (piece.type === 'thought') {
        yield* thoughts.tell(piece.text);
        continue;
      }
      const delta = beforeStop(text, piece.text, stop);
      text += delta;
      pieces += 1;
      if (delta !== '') yield { type: 'text-delta', delta };
      if (delta.length < piece.text.length) return 'stop';
      if (pieces >= most) return 'length';
    }
    return null;
  };
  for await (const part of parts) {
    if (part.type === 'text-delta') {
      const ended = yield* tell(splitter.add(opener.add(part.delta)));
      if (ended === null) continue;
      yield { type: 'finish', finishReason: ended, usage: estimated() };
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
    const ended = yield* tell([...splitter.add(opener.end()), ...splitter.end()]);
    if (CLOSING.test(text)) habit.seen('unopened');
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
const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

function beforeStop(before: string, piece: string, stops: readonly string[]): string {
  let end = piece.length;
  for (const stop of stops) {
    // A stop may begin in what was sent before.
    const from = Math.max(0, before.length - stop.length + 1);
    const at = (before.slice(from) + piece).indexOf(stop);
    if (at >= 0) end = Math.min(end, Math.max(0, at - (before.length - from)));
  }
  return piece.slice(0, end);
}
