import { expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { PairNetwork } from '../../../src/numeric/factors/pair-network.ts';
import { PLAIN_ARITHMETIC } from '../../numeric/plain-arithmetic.ts';
import { normalValues } from '../../../src/numeric/normal-draw.ts';
import { bprScore, bprStep, pairwiseGradients } from '../../../src/recommenders/baselines/ranking/bpr.ts';
import { squaredErrorGradients } from '../../../src/recommenders/baselines/rating/factors.ts';
import { SasrecNetwork } from '../../../src/recommenders/baselines/sequence/sasrec-network.ts';
import { sasrecGradients } from '../../../src/recommenders/baselines/sequence/sasrec.ts';
import { Dropout } from '../../../src/numeric/factors/layers.ts';
import { logisticLoss } from '../../../src/numeric/factors/arithmetic.ts';
import { expectGradients } from './fitting.ts';

const SHAPE = { users: 4, items: 5, d: 3, hidden: 6 };

test('the perceptron’s gradients are those of its squared error', () => {
  const network = new PairNetwork(SHAPE, createRandom(3), PLAIN_ARITHMETIC);
  const pairs = { user: Int32Array.of(0, 1, 3), item: Int32Array.of(2, 2, 4), target: Float64Array.of(1, -0.5, 0.25) };
  expect(expectGradients(network.parameters, () => squaredErrorGradients(network, pairs, 0))).toBeGreaterThan(20);
});

test('BPR-MLP’s gradients are those of the pairwise loss', () => {
  const network = new PairNetwork(SHAPE, createRandom(4), PLAIN_ARITHMETIC);
  const triples = { user: Int32Array.of(0, 1, 3), had: Int32Array.of(2, 2, 4), not: Int32Array.of(0, 1, 1) };
  expect(expectGradients(network.parameters, () => pairwiseGradients(network, triples, 0))).toBeGreaterThan(20);
});

test.each([1, 2])('SASRec’s gradients with %i blocks are those of its cross-entropy', (blocks) => {
  const shape = { items: 7, d: 4, longest: 4, blocks, sequences: 2 };
  const network = new SasrecNetwork(shape, createRandom(5), PLAIN_ARITHMETIC);
  const batch = {
    start: [0, 4, 6],
    item: Int32Array.of(0, 1, 2, 3, 4, 1),
    next: Int32Array.of(1, 2, 3, 4, 1, 6),
    negative: Int32Array.of(5, 6, 5, 0, 0, 2),
  };
  // The masks of every call are the same, since each has a source of the same seed.
  const gradients = () => sasrecGradients(network, batch, new Dropout(0.25, createRandom(6)));
  expect(expectGradients(network.parameters, gradients)).toBeGreaterThan(100);
});

test('a token of SASRec sees nothing after it', () => {
  const shape = { items: 9, d: 4, longest: 6, blocks: 2, sequences: 1 };
  const network = new SasrecNetwork(shape, createRandom(7), PLAIN_ARITHMETIC);
  const first = network.forward({ start: [0, 4], item: Int32Array.of(1, 2, 3, 4) }, null);
  const second = network.forward({ start: [0, 4], item: Int32Array.of(1, 2, 8, 7) }, null);
  expect(second.slice(0, 8)).toEqual(first.slice(0, 8));
  expect(second.slice(8)).not.toEqual(first.slice(8));
});

/** Holds one step without regularization against differences of a loss: what moved is −η times the gradient. */
function expectStep(values: readonly Float64Array[], loss: () => number, step: (η: number) => void): void {
  const η = 1e-3;
  const before = values.map((value) => value.slice());
  step(η);
  const after = values.map((value) => value.slice());
  const restore = () => values.forEach((value, index) => value.set(before[index]!));
  values.forEach((value, index) => {
    for (let k = 0; k < value.length; k += 1) {
      restore();
      value[k] = before[index]![k]! + 1e-5;
      const above = loss();
      value[k] = before[index]![k]! - 1e-5;
      const gradient = (above - loss()) / 2e-5;
      expect((after[index]![k]! - before[index]![k]!) / η).toBeCloseTo(-gradient, 6);
    }
  });
}

test('a step of BPR-MF follows the gradient of −ln σ(x̂_ui − x̂_uj)', () => {
  const random = createRandom(8);
  const [w, h, b] = [normalValues(8, 1, random), normalValues(12, 1, random), normalValues(3, 1, random)];
  const Θ = { f: 4, w, h, b };
  const loss = () => logisticLoss(bprScore(Θ, 1, 0) - bprScore(Θ, 1, 2));
  expectStep([w, h, b], loss, (η) => bprStep(Θ, [1, 0, 2], { η, λ: 0 }, PLAIN_ARITHMETIC));
});
