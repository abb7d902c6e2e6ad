/**
 * @file Tastes that move: what the paper leaves to future work (SUBER, section 5). Each person's opinion of each genre wanders by
 * an Ornstein–Uhlenbeck process around what the description says, a step for each of the person's own steps:
 * o ← (1 − rate) o + deviation √(rate (2 − rate)) N(0, 1), so that its variance is the same at every time and rate only says
 * how fast it moves. A rating is moved by the mean of the offsets of the item's genres.
 */
import { normalDraw } from '../numeric/normal-draw.ts';
import type { Random } from '../core/random.ts';
import { LabError } from '../core/errors.ts';
import type { DriftSpec } from '../core/simulation.ts';

/** The tastes of people as they are now. */
export class Drift {
  private readonly offsets = new Map<number, Map<string, number>>();
  private readonly spec: DriftSpec;

  /** @throws LabError `spec-invalid` where the rate is not a share or the deviation is below 0 */
  constructor(spec: DriftSpec) {
    if (!(spec.rate >= 0 && spec.rate <= 1) || !(spec.deviation >= 0))
      throw new LabError('spec-invalid', 'drift.rate must be from 0 to 1 and drift.deviation 0 or more.', { ...spec });
    this.spec = spec;
  }

  /** What is added to a rating of an item with these genres. A person's opinion of a genre is first drawn when it is first asked for. */
  offsetOf(user: number, genres: readonly string[], random: Random): number {
    if (this.spec.rate === 0 || genres.length === 0) return 0;
    const known = this.offsets.get(user) ?? new Map<string, number>();
    this.offsets.set(user, known);
    let sum = 0;
    for (const genre of genres) {
      const offset = known.get(genre) ?? this.spec.deviation * normalDraw(random);
      known.set(genre, offset);
      sum += offset;
    }
    return sum / genres.length;
  }

  /** Moves the opinions of a person by one step. */
  move(user: number, random: Random): void {
    const { rate, deviation } = this.spec;
    const known = this.offsets.get(user);
    if (known === undefined) return;
    const push = deviation * Math.sqrt(rate * (2 - rate));
    for (const [genre, offset] of known) known.set(genre, (1 - rate) * offset + push * normalDraw(random));
  }
}
