/** @file One call of a model, as a fold over its events. */
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { REASONER_ID } from '../core/reasoner-name.ts';

export interface CallRecord {
  readonly event: EventOf<'model-call'>;
  reply: string;
  thought: string;
  waits: EventOf<'call-wait'>[];
  firstDelta: number | null;
  result: EventOf<'model-result'> | null;
  check: EventOf<'reply-check'> | null;
}

export type CallEvent = EventOf<'text-delta' | 'thought-delta' | 'call-wait' | 'model-result' | 'reply-check'>;

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
interface CallSpeed {
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

export interface WorkingCall {
  readonly number: number;
  readonly model: string;
  readonly purpose: string;
  readonly written: number;
  /** Milliseconds of the calls that have ended, in the mean; null before one has. */
  readonly usual: number | null;
}

const TOKEN_CHARACTERS = 4;
/** Milliseconds between two reports of one call: a reply comes in more pieces than anybody can read. */
const TELL_EVERY = 250;

type OpenCall = Omit<WorkingCall, 'written' | 'usual'> & { letters: number; readonly began: number };

/** The calls of language models in a run; the built-in rules answer at once. */
export class WorkingCalls {
  private readonly open = new Map<number, OpenCall>();
  private calls = 0;
  private ended = 0;
  private milliseconds = 0;

  get call(): WorkingCall | null {
    const last = [...this.open.values()].at(-1);
    if (last === undefined) return null;
    const { letters, began: _, ...call } = last;
    const usual = this.ended === 0 ? null : this.milliseconds / this.ended;
    return { ...call, written: Math.ceil(letters / TOKEN_CHARACTERS), usual };
  }

  add(event: TraceEvent): void {
    if (event.type === 'model-call' && event.model !== REASONER_ID) {
      const { seq, model, purpose, time } = event;
      this.calls += 1;
      this.open.set(seq, { number: this.calls, model, purpose, letters: 0, began: time });
    } else if (event.type === 'text-delta' || event.type === 'thought-delta') {
      const call = this.open.get(event.call);
      if (call !== undefined) call.letters += event.delta.length;
    } else if (event.type === 'model-result') this.end(event);
    else if (event.type === 'run-end') this.open.clear();
  }

  private end({ call, time }: EventOf<'model-result'>): void {
    const ended = this.open.get(call);
    if (ended === undefined) return;
    this.open.delete(call);
    this.milliseconds += time - ended.began;
    this.ended += 1;
  }
}

export function tellWorking(tell: (call: WorkingCall) => void, now: () => number): (event: TraceEvent) => void {
  const calls = new WorkingCalls();
  let told = -Infinity;
  let number = 0;
  return (event) => {
    calls.add(event);
    const { call } = calls;
    if (call === null || (call.number === number && now() - told < TELL_EVERY)) return;
    told = now();
    ({ number } = call);
    tell(call);
  };
}
