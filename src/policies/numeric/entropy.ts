/** @file The entropy of a policy, which keeps it exploring, and how far one is from another. */

/** Adds the slopes of −weight · H by the logits: weight p (ln p + H). */
export function addEntropySlopes(slopes: Float32Array, chances: Float32Array, weight: number): void {
  let entropy = 0;
  for (const chance of chances) if (chance > 0) entropy -= chance * Math.log(chance);
  for (let at = 0; at < chances.length; at += 1) {
    const chance = chances[at]!;
    if (chance > 0) slopes[at] = slopes[at]! + weight * chance * (Math.log(chance) + entropy);
  }
}

/** The divergence of Kullback and Leibler KL(old ‖ now), in nats. */
export function divergenceFrom(old: Float32Array, now: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < old.length; at += 1) {
    const share = old[at]!;
    if (share > 0) sum += share * Math.log(share / Math.max(now[at]!, 1e-30));
  }
  return sum;
}
