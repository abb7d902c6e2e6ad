/**
 * @file SUBER's low-rank actor (appendix F, equation 5): π(m | u) = softmax(A + E e_u + b)_m, A masking what the person saw in this
 * episode. The embeddings e_u, the items' vectors E and biases b are learnt.
 */
import { normalDraw } from '../normal-draw.ts';
import type { PolicyShape } from '../../core/environment.ts';
import type { Random } from '../../core/random.ts';
import { fillOrthogonal, POLICY_GAIN, type WeightOptions } from './orthogonal.ts';
import { maskedSoftmax } from './masked-softmax.ts';
import type { PolicyKernel } from './simd-kernel.ts';

/** Numbers a person and an item are described by. */
export const WIDTH = 32;

export class LowRankActor {
  readonly items: number;
  /** users × WIDTH. */
  readonly people: Float32Array;
  /** items × WIDTH. */
  readonly vectors: Float32Array;
  readonly biases: Float32Array;
  readonly kernel: PolicyKernel;

  constructor({ users, items }: PolicyShape, random: Random, kernel: PolicyKernel, options: WeightOptions) {
    this.items = items;
    this.kernel = kernel;
    this.people = kernel.allocate(users * WIDTH);
    this.vectors = kernel.allocate(items * WIDTH);
    this.biases = kernel.allocate(items);
    const bound = 1 / Math.sqrt(WIDTH);
    for (let at = 0; at < this.people.length; at += 1) this.people[at] = normalDraw(random);
    for (let at = 0; at < this.vectors.length; at += 1) this.vectors[at] = bound * (2 * random.uniform() - 1);
    for (let at = 0; at < items; at += 1) this.biases[at] = bound * (2 * random.uniform() - 1);
    if (options.ortho_init !== 1) return;
    fillOrthogonal(this.vectors, { rows: items, columns: WIDTH, gain: POLICY_GAIN }, random.fork('orthogonal'));
    this.biases.fill(0);
  }

  personOf(user: number): Float32Array {
    return this.people.subarray(user * WIDTH, (user + 1) * WIDTH);
  }

  /** Writes the probabilities of all items to `out`. @returns ln of their divisor */
  probabilities(user: number, seen: readonly number[], out: Float32Array): number {
    this.kernel.logits(1, this.vectors, this.biases, this.personOf(user), out);
    return maskedSoftmax(this.kernel, out, seen);
  }
}
