/** @file What judges say of a state, and what many of them come to. */
/** What a judge says of a state. */
export type Verdict = { readonly verdict: 'keep' | 'prune'; readonly reason: string };

/** The verdict where none could be read. */
export const UNREAD: Verdict = { verdict: 'keep', reason: 'The verdict could not be read, so the state stays.' };

/** A state is pruned where more than half of those who gave a verdict prune it. */
export function majority(given: readonly Verdict[]): Verdict {
  if (given.length === 0) return UNREAD;
  const against = given.filter(({ verdict }) => verdict === 'prune').length;
  const verdict = 2 * against > given.length ? 'prune' : 'keep';
  const first = given.find((one) => one.verdict === verdict)?.reason ?? '';
  return { verdict, reason: `${against} of ${given.length} voters prune it. ${first}`.trimEnd() };
}
