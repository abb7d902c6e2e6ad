/**
 * @file Contextual bandits: a ridge regression of each person's rewards on the items' features, with an optimistic choice (LinUCB,
 * Li et al. 2010) or one by a draw of the weights (Thompson sampling, Agrawal and Goyal 2013). They do not look past the next rating.
 */
import type { Observation, PolicyState, Transition } from '../core/environment.ts';
import { dotProduct, factorRow } from '../numeric/linear-algebra.ts';
import { normalDraw } from '../numeric/normal-draw.ts';
import type { Random } from '../core/random.ts';
import { bestPlace, SavedPolicy } from '../numeric/networks/policy-state.ts';
import type { BANDIT, OptionsOf } from './hyperparameters.ts';

interface BanditOptions extends OptionsOf<typeof BANDIT> {
  /** A row of features for each item, the first of them 1. */
  readonly features: readonly Float32Array[];
}

abstract class LinearBandit extends SavedPolicy {
  protected readonly options: BanditOptions;
  protected readonly size: number;
  /** (λI + Σ x xᵀ)⁻¹ of each person, kept by Sherman and Morrison's formula. */
  protected readonly inverses: Float32Array;
  private readonly sums: Float32Array;

  constructor(users: number, options: BanditOptions, random: Random) {
    super(random);
    this.options = options;
    this.size = options.features[0]?.length ?? 0;
    const { size } = this;
    this.inverses = new Float32Array(users * size * size);
    this.sums = new Float32Array(users * size);
    for (let user = 0; user < users; user += 1)
      for (let at = 0; at < size; at += 1) this.inverses[user * size * size + at * size + at] = 1 / options.ridge;
  }

  protected abstract scores(user: number): Float64Array;

  act({ user, items }: Observation): number {
    return bestPlace(this.scores(user), items);
  }

  choose({ user, items }: Observation): number {
    const weights = this.weightsOf(user);
    return bestPlace(
      this.options.features.map((row) => dotProduct(row, weights)),
      items,
    );
  }

  learn({ observation: { user }, action, reward }: Transition): void {
    const { size } = this;
    const row = this.options.features[action]!;
    const inverse = this.inverses.subarray(user * size * size, (user + 1) * size * size);
    const image = timesMatrix(inverse, row);
    const divisor = 1 + dotProduct(row, image);
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1)
        inverse[i * size + j] = inverse[i * size + j]! - (image[i]! * image[j]!) / divisor;
      this.sums[user * size + i] = this.sums[user * size + i]! + reward * row[i]!;
    }
  }

  protected arrays(): PolicyState {
    return { inverses: this.inverses, sums: this.sums };
  }

  protected weightsOf(user: number): Float64Array {
    const { size } = this;
    const inverse = this.inverses.subarray(user * size * size, (user + 1) * size * size);
    return timesMatrix(inverse, this.sums.subarray(user * size, (user + 1) * size));
  }
}

export class LinUcb extends LinearBandit {
  readonly id = 'lin-ucb';
  readonly title = 'LinUCB';

  protected scores(user: number): Float64Array {
    const { size, options } = this;
    const weights = this.weightsOf(user);
    const inverse = this.inverses.subarray(user * size * size, (user + 1) * size * size);
    return Float64Array.from(
      options.features,
      (row) =>
        dotProduct(row, weights) + options.width * Math.sqrt(Math.max(0, dotProduct(row, timesMatrix(inverse, row)))),
    );
  }
}

export class Thompson extends LinearBandit {
  readonly id = 'thompson';
  readonly title = 'Thompson sampling';

  protected scores(user: number): Float64Array {
    const { size, options } = this;
    const weights = this.weightsOf(user);
    const root = Float64Array.from(this.inverses.subarray(user * size * size, (user + 1) * size * size));
    for (let row = 0; row < size; row += 1) factorRow(root, size, row);
    const noise = Float64Array.from({ length: size }, () => options.width * normalDraw(this.random));
    const drawn = weights.map((weight, i) => {
      let sum = weight;
      for (let j = 0; j <= i; j += 1) sum += root[i * size + j]! * noise[j]!;
      return sum;
    });
    return Float64Array.from(options.features, (row) => dotProduct(row, drawn));
  }
}

function timesMatrix(matrix: Float32Array, x: ArrayLike<number>): Float64Array {
  const size = x.length;
  return Float64Array.from({ length: size }, (_, i) => dotProduct(matrix.subarray(i * size, (i + 1) * size), x));
}
