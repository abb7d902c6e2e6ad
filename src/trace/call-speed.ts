/**
 * @file How fast a model call was, from the times of its events.
 */
import type { CallRecord } from './trace-tree.ts';

/** Times of one call. Where nothing was written, as in scoring, all of it is reading. */
export interface CallSpeed {
  /** From the call to the first piece of the reply: the prompt was read, and what was before it in the queue was done. */
  readonly prefillMilliseconds: number;
  /** Over what was written after the first piece; null where that is too little to tell, or the tokens are an estimate. */
  readonly tokensPerSecond: number | null;
}

/** Fewer tokens than this say nothing of a speed: the first ones of a reply come in one piece. */
const FEWEST_TOKENS = 4;

/** Null as long as the call has not ended. */
export function callSpeed({ event, firstDelta, result }: CallRecord): CallSpeed | null {
  if (result === null) return null;
  const begun = firstDelta ?? result.time;
  const seconds = (result.time - begun) / 1000;
  const tokens = result.usage.outputTokens - 1;
  const { estimated } = result.usage;
  const isTold = firstDelta !== null && tokens >= FEWEST_TOKENS && seconds > 0 && !estimated;
  return { prefillMilliseconds: begun - event.time, tokensPerSecond: isTold ? tokens / seconds : null };
}
