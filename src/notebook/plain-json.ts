/** @file How large a notebook may be. Links come from strangers: a limit is checked before what it bounds is worked on. */
import { LabError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';

export const LIMITS = {
  /** Characters of a link's payload, before it is inflated. */
  payload: 131_072,
  /** Bytes of a link's JSON, after it is inflated. */
  inflated: 524_288,
  /** Past this the first byte is not taken for a newer version's but for anything at all. */
  linkVersion: 15,
  file: 16_777_216,
  values: 20_000,
  depth: 32,
  list: 2000,
  cells: 200,
  title: 200,
  text: 50_000,
  query: 20_000,
  name: 200,
  runs: 1000,
  /** Characters of the specs of all runs together. */
  specs: 2_000_000,
  recordings: 32,
} as const;

/** Keys that reach an object's prototype or what made it. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isForbiddenKey = (key: string): boolean => FORBIDDEN.has(key);

const placeOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'the notebook';

export const invalid = (path: readonly PropertyKey[], problem: string): LabError =>
  new LabError('spec-invalid', `${placeOf(path)}: ${problem}.`, { field: path.map(String).join('.') });

/** @throws LabError `spec-invalid` naming the first place that is wrong */
export function checkPlainJson(value: unknown): asserts value is Json {
  let count = 0;
  const path: (string | number)[] = [];
  const walk = (entry: unknown): void => {
    count += 1;
    if (count > LIMITS.values) throw invalid([], `it holds more than ${LIMITS.values} values; split it in two`);
    if (path.length > LIMITS.depth) throw invalid(path.slice(0, 3), `it is nested more than ${LIMITS.depth} deep`);
    if (Array.isArray(entry)) {
      if (entry.length > LIMITS.list) throw invalid(path, `must hold at most ${LIMITS.list}, not ${entry.length}`);
      entry.forEach((member, index) => walkMember(index, member));
    } else if (typeof entry === 'object' && entry !== null) {
      for (const [key, member] of Object.entries(entry)) {
        if (isForbiddenKey(key)) throw invalid(path, `the key "${key}" is not allowed anywhere in a notebook`);
        walkMember(key, member);
      }
    } else if (typeof entry === 'number') {
      if (!Number.isFinite(entry)) throw invalid(path, 'the number is too large to be kept');
    } else if (entry !== null && typeof entry !== 'string' && typeof entry !== 'boolean') {
      throw invalid(path, 'it is not JSON');
    }
  };
  const walkMember = (key: string | number, member: unknown): void => {
    path.push(key);
    walk(member);
    path.pop();
  };
  walk(value);
}
