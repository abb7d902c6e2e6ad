/** @file One call of a model, as a fold over its events. */
import type { EventOf, TraceEvent } from '../core/trace.ts';

export interface CallRecord {
  readonly event: EventOf<'model-call'>;
  reply: string;
  thought: string;
  waits: EventOf<'call-wait'>[];
  firstDelta: number | null;
  result: EventOf<'model-result'> | null;
  check: EventOf<'reply-check'> | null;
}

const LATER = ['text-delta', 'thought-delta', 'call-wait', 'model-result', 'reply-check'] as const;

export type CallEvent = EventOf<(typeof LATER)[number]>;

export const isCallEvent = (event: TraceEvent): event is CallEvent => LATER.some((type) => type === event.type);

export const newCall = (event: EventOf<'model-call'>): CallRecord => ({
  event,
  reply: '',
  thought: '',
  waits: [],
  firstDelta: null,
  result: null,
  check: null,
});

export function addToCall(record: CallRecord, event: CallEvent): void {
  switch (event.type) {
    case 'text-delta':
      record.reply += event.delta;
      record.firstDelta ??= event.time;
      break;
    case 'thought-delta':
      record.thought += event.delta;
      record.firstDelta ??= event.time;
      break;
    case 'call-wait':
      record.waits.push(event);
      break;
    case 'reply-check':
      record.check = event;
      break;
    default:
      record.result = event;
  }
}

/** Times of one call. Where nothing was written, as in scoring, all of it is reading. */
export interface CallSpeed {
  readonly prefillMilliseconds: number;
  /** Over what was written after the first piece; null where that is too little to tell, or the tokens are an estimate. */
  readonly tokensPerSecond: number | null;
}

/** Less says nothing of a speed: what comes in one piece was written before. */
const FEWEST_TOKENS = 4;
const LEAST_SECONDS = 0.05;

export function callSpeed({ event, firstDelta, result }: CallRecord): CallSpeed | null {
  if (result === null) return null;
  const begun = firstDelta ?? result.time;
  const seconds = (result.time - begun) / 1000;
  const { outputTokens, estimated } = result.usage;
  const tokens = outputTokens - 1;
  const isTold = firstDelta !== null && tokens >= FEWEST_TOKENS && seconds >= LEAST_SECONDS && !estimated;
  return { prefillMilliseconds: begun - event.time, tokensPerSecond: isTold ? tokens / seconds : null };
}
