/** @file RMSprop as PyTorch takes it: beside its recurrence written out, in every weight, whichever rows a batch touches. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { LazyRmsprop } from '../../../src/numeric/networks/optimizers.ts';
import { plainKernel } from '../plain-kernel.ts';
import { simdKernel } from '../../../src/numeric/networks/simd-kernel.ts';
import { SparseNetwork } from '../../../src/numeric/networks/sparse-network.ts';

const STEP = { rate: 0.0007, decay: 0.99, epsilon: 1e-5, scale: 0.5 };

/** torch.optim.RMSprop without momentum, weight decay or centring, on one weight. */
function pytorch(weight: number, gradients: readonly number[]): number {
  let square = 0;
  let value = weight;
  for (const gradient of gradients) {
    square = STEP.decay * square + (1 - STEP.decay) * gradient * gradient;
    value -= (STEP.rate * gradient) / (Math.sqrt(square) + STEP.epsilon);
  }
  return value;
}

test('the recurrence has the steps that the documentation of torch.optim.RMSprop says', () => {
  // By hand: .0007 · g / (√(.01 g²) + 1e-5), for g = 1 a tenth of the root: .0007 / .10001.
  expect(pytorch(0, [1])).toBeCloseTo(-0.0069993, 7);
  expect(pytorch(0, [1, 0])).toBeCloseTo(-0.0069993, 7);
  // A gradient of the size of ε still moves the weight: .0007 · 1e-5 / (1e-6 + 1e-5).
  expect(pytorch(0, [1e-5])).toBeCloseTo(-0.00063636, 7);
});

describe.each(['plain', 'simd'] as const)('on the %s kernel', (id) => {
  test('every weight goes where a dense step would take it, touched or not', () => {
    const kernel = id === 'plain' ? plainKernel() : simdKernel(4000);
    const network = new SparseNetwork({ dense: 2, sparse: 5, widths: [4, 1] }, createRandom(3), kernel);
    const { flat } = network.parameters;
    const before = [...flat];
    const steps = new LazyRmsprop(network, kernel);
    const given = before.map((): number[] => []);
    const random = createRandom('gradients of RMSprop');
    for (const touched of [[0, 3], [3], [1], [], [0, 1, 3]]) {
      steps.gradient.flat.forEach((_, at) => {
        const row = Math.floor(at / 4) - 2;
        const isStill = at < 4 * 7 && row >= 0 && !touched.includes(row);
        const gradient = isStill ? 0 : 10 ** (-6 * random.uniform()) * (random.uniform() < 0.5 ? -1 : 1);
        steps.gradient.flat[at] = gradient;
        given[at]!.push(STEP.scale * gradient);
      });
      steps.step(touched, STEP);
    }
    expect(steps.taken).toBe(5);
    flat.forEach((value, at) => expect(value, `weight ${at}`).toBeCloseTo(pytorch(before[at]!, given[at]!), 6));
    expect([...steps.gradient.flat].every((value) => value === 0)).toBe(true);
  });
});
