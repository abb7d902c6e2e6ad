/** @file How far a policy is from another. */
import { log } from '../../core/numbers/elementary-functions.ts';

/** The divergence of Kullback and Leibler KL(old ‖ now), in nats. */
export function divergenceFrom(old: Float32Array, now: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < old.length; at += 1) {
    const share = old[at]!;
    if (share > 0) sum += share * log(share / Math.max(now[at]!, 1e-30));
  }
  return sum;
}
