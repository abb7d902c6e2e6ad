/** @file What policies are called: by their titles, as the lab lists them. */
import type { PolicyDescription } from '../../../core/simulation.ts';

/** The title of a policy's name; the name itself where the lab lists no such policy. */
export const policyTitle = (name: string, policies: readonly PolicyDescription[]): string =>
  policies.find((one) => one.name === name)?.title ?? name;

/** A policy and what was set of it: `A2C (rate 0.01)` of `a2c (rate 0.01)`. */
export function policyInWords(label: string, policies: readonly PolicyDescription[]): string {
  const name = /^[^\s,(]*/u.exec(label)?.[0] ?? '';
  return policyTitle(name, policies) + label.slice(name.length);
}
