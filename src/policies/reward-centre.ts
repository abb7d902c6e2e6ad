/**
 * @file Rewards less their mean (reward centring; Naik, Wan, Tomar and Sutton 2024). Ratings are far from 0, so that without it a
 * value is some 140 points whatever is recommended, an episode's end by chance costs as much, and what items differ by drowns in it. As
 * episodes end regardless of what is recommended, what is best stays the same.
 */

/** The mean of the last rewards. */
export class RewardCentre {
  /** The mean, and how many rewards it is of; in an array, so that they are saved with the rest. */
  readonly numbers = new Float32Array(2);
  private readonly horizon: number;

  /** @param horizon how many rewards the mean is of, the later ones counting more; 0 where nothing is to be subtracted */
  constructor(horizon: number) {
    this.horizon = horizon;
  }

  /** Takes a reward into the mean. */
  add(reward: number): void {
    if (this.horizon === 0) return;
    const [mean = 0, count = 0] = this.numbers;
    const next = Math.min(count + 1, this.horizon);
    this.numbers[1] = next;
    this.numbers[0] = mean + (reward - mean) / next;
  }

  /** A reward less the mean. */
  centred(reward: number): number {
    return reward - this.numbers[0]!;
  }
}
