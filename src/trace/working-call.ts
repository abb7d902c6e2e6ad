/** @file How far a language model is with a call, told while it works: a fold over the events of a run. */
import { REASONER_ID } from '../core/reasoner-name.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';

export interface WorkingCall {
  readonly number: number;
  readonly model: string;
  readonly purpose: string;
  /** Of the prompt, in characters. */
  readonly promptLength: number;
  readonly maxTokens: number;
  readonly written: number;
  readonly before: number;
}

/** Characters of a token of English. */
export const TOKEN_CHARACTERS = 4;
/** Milliseconds between two reports of one call: a reply comes in more pieces than anybody can read. */
const TELL_EVERY = 250;

export const promptLength = ({ messages }: Pick<EventOf<'model-call'>, 'messages'>): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** The calls of language models in a run; the built-in rules answer at once. */
export class WorkingCalls {
  private readonly open = new Map<number, WorkingCall & { letters: number }>();
  private calls = 0;
  private before = 0;

  get call(): WorkingCall | null {
    const last = [...this.open.values()].at(-1);
    if (last === undefined) return null;
    const { letters, ...call } = last;
    return { ...call, written: Math.ceil(letters / TOKEN_CHARACTERS) };
  }

  add(event: TraceEvent): void {
    if (event.type === 'model-call' && event.model !== REASONER_ID) {
      const { seq, model, purpose, maxTokens } = event;
      this.calls += 1;
      const told = { number: this.calls, model, purpose, promptLength: promptLength(event), maxTokens };
      this.open.set(seq, { ...told, written: 0, before: this.before, letters: 0 });
    } else if (event.type === 'text-delta' || event.type === 'thought-delta') {
      const call = this.open.get(event.call);
      if (call !== undefined) call.letters += event.delta.length;
    } else if (event.type === 'model-result' && this.open.delete(event.call))
      this.before += event.usage.inputTokens + event.usage.outputTokens;
    else if (event.type === 'run-end') this.open.clear();
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
