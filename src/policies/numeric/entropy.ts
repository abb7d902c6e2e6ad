/** @file The entropy of a policy, which keeps it exploring. */

/** Adds the slopes of −weight · H by the logits: weight p (ln p + H). */
export function addEntropySlopes(slopes: Float32Array, chances: Float32Array, weight: number): void {
  let entropy = 0;
  for (const chance of chances) if (chance > 0) entropy -= chance * Math.log(chance);
  for (let at = 0; at < chances.length; at += 1) {
    const chance = chances[at]!;
    if (chance > 0) slopes[at] = slopes[at]! + weight * chance * (Math.log(chance) + entropy);
  }
}
