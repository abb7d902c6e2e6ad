/** @file What judges say of a state, what voters choose, and what many of them come to. */
import { largest } from '../../core/numbers/extremes.ts';

/** What a judge says of a state. */
export type Verdict = { readonly verdict: 'keep' | 'prune'; readonly reason: string };

/** The verdict where none could be read. */
export const UNREAD: Verdict = { verdict: 'keep', reason: 'The verdict could not be read, so the state stays.' };

const against = (given: readonly Verdict[]): number => given.filter(({ verdict }) => verdict === 'prune').length;

/** True where those who were not asked yet cannot change what most say, whatever they say. @param left how many they are */
export function isCertain(given: readonly Verdict[], left: number): boolean {
  const pruning = 2 * against(given);
  return pruning > given.length + left || pruning + left <= given.length;
}

/** A state is pruned where more than half of those who gave a verdict prune it. */
export function majority(given: readonly Verdict[]): Verdict {
  if (given.length === 0) return UNREAD;
  const pruning = against(given);
  const verdict = 2 * pruning > given.length ? 'prune' : 'keep';
  const first = given.find((one) => one.verdict === verdict)?.reason ?? '';
  return { verdict, reason: `${pruning} of ${given.length} voters prune it. ${first}`.trimEnd() };
}

/** Which candidate has most votes, the first of those that have as many. @param votes for each candidate, one or more */
export const leader = (votes: readonly number[]): number => votes.indexOf(largest(votes));

/** True where voters who were not asked yet cannot change who leads, whomever they choose. @param left how many they are */
export function isDecided(votes: readonly number[], left: number): boolean {
  const first = leader(votes);
  const most = votes[first] ?? 0;
  return votes.every((count, at) => at === first || count + left < most || (count + left === most && at > first));
}
