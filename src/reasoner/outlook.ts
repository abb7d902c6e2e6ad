/**
 * @file What the reasoner sees of a request: the last states of its context span, what it believes after them, and what
 * it may ask next and why.
 */
import type { State } from '../core/planner.ts';
import type { Task } from '../core/task.ts';
import type { Belief, Family } from './belief.ts';
import { CONSTANTS } from './dials.ts';
import { readState, type Finding } from './finding.ts';
import type { Query } from '../tools/queries/query.ts';
import { largest } from '../core/numbers/extremes.ts';

/** A request's states as the reasoner sees them. */
export interface Outlook {
  readonly task: Task;
  readonly family: Family;
  readonly states: readonly State[];
  readonly findings: readonly Finding[];
  readonly belief: Belief;
}

/** Looks at the last `span` states. */
export function lookAt(task: Task, family: Family, all: readonly State[], span: number): Outlook {
  const states = all.slice(-span);
  const findings = states.flatMap((state) => readState(state, task, family) ?? []);
  return { task, family, states, findings, belief: family.believe(task, findings) };
}

/** True where the query needs no retrieval, or its retrieval is in sight. */
export function isUnlocked(query: Query, findings: readonly Finding[]): boolean {
  return query.unlockedBy === null || retrievalOf(query, findings) !== null;
}

/** The latest finding that unlocks the query. */
export function retrievalOf(query: Query, findings: readonly Finding[]): Finding | null {
  return findings.findLast((finding) => finding.query.name === query.unlockedBy && finding.found !== null) ?? null;
}

/** g of a query: of evidence its gain, of a retrieval a share of the best that it unlocks. */
export function gainOf(query: Query, { belief, family, findings }: Outlook): number {
  if (query.kind === 'evidence') return family.offered.has(query.name) ? belief.gain(query.name) : 0;
  if (findings.some((finding) => finding.query === query && finding.found !== null)) return 0;
  const gains = family.queries
    .filter(({ name, unlockedBy }) => unlockedBy === query.name && family.offered.has(name))
    .map(({ name }) => belief.gain(name));
  return CONSTANTS.retrievalShare * Math.max(0, largest(gains));
}

/** A query that may be asked next, and its g. */
export interface Option {
  readonly query: Query;
  readonly gain: number;
}

/**
 * What may be asked next: nothing that is locked, nothing that never told anything, and nothing that was asked in sight
 * unless planning has to go on when nothing else is left.
 */
export function optionsOf(outlook: Outlook, mustGoOn = false): readonly Option[] {
  const { family, findings } = outlook;
  const asked = new Set(findings.map(({ query }) => query));
  const open = family.queries
    .filter((query) => isUnlocked(query, findings))
    .map((query) => ({ query, gain: gainOf(query, outlook) }))
    .filter(({ query, gain }) => (query.kind === 'evidence' ? family.offered.has(query.name) : gain > 0));
  const fresh = open.filter(({ query }) => !asked.has(query));
  return fresh.length === 0 && mustGoOn ? open : fresh;
}

/** The best g of anything that may be asked next; 0 where nothing may. */
export function bestGain(outlook: Outlook): number {
  return Math.max(0, largest(optionsOf(outlook).map(({ gain }) => gain)));
}
