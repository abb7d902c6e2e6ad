/** @file Where two runs part: the first event that differs, times left out. */
import type { EventDifference } from './cell-output.ts';
import { canonicalJson, isJsonObject, type Json } from '../core/json.ts';
import type { TraceEvent } from '../core/trace.ts';
import { withoutTime } from '../trace/digest.ts';

export interface TraceComparison {
  add(event: TraceEvent): void;
  end(): EventDifference | null;
}

const same = (a: Json | undefined, b: Json | undefined): boolean => canonicalJson(a) === canonicalJson(b);

function firstMember(a: Json | undefined, b: Json | undefined): string[] {
  const [left, right] = [a, b].map((value) => (Array.isArray(value) ? { ...value } : value));
  if (!isJsonObject(left) || !isJsonObject(right)) return [];
  const key = [...new Set([...Object.keys(left), ...Object.keys(right)])].find(
    (name) => !same(left[name], right[name]),
  );
  return key === undefined ? [] : [key, ...firstMember(left[key], right[key])];
}

export function compareTrace(expected: readonly TraceEvent[]): TraceComparison {
  let count = 0;
  let difference: EventDifference | null = null;
  const look = (event: TraceEvent, measured: TraceEvent | null, kept: TraceEvent | null): void => {
    const [before, now] = [kept && withoutTime(kept), measured && withoutTime(measured)];
    if (same(before, now)) return;
    const member = kept && measured ? firstMember(before, now).join('.') : null;
    difference = { seq: event.seq, member, expected: kept, measured };
  };
  return {
    add(event) {
      if (difference === null) look(event, event, expected[count] ?? null);
      count += 1;
    },
    end() {
      const missing = expected[count];
      if (difference === null && missing !== undefined) look(missing, null, missing);
      return difference;
    },
  };
}
