/** @file The first look at a value from outside: JSON of a bearable size, with no key that means something to JavaScript. */
import { LabError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { LIMITS } from './limits.ts';

/** Keys that reach an object's prototype or what made it. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isForbiddenKey = (key: string): boolean => FORBIDDEN.has(key);

export const placeOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'the notebook';

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
