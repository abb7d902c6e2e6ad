/** @file What the tests of baselines share: a context to fit in, and gradients by differences. */
import { expect } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { FitContext } from '../../../src/recommenders/baselines/baseline.ts';
import type { Parameter } from '../../../src/numeric/factors/parameter.ts';

/** A context that nobody stops. */
export function fitContext(seed = 1): FitContext {
  return { random: createRandom(seed), signal: new AbortController().signal };
}

/**
 * Holds gradients against central differences of the loss, for every number of every parameter.
 * @param gradients adds to the gradients and returns the loss; it is called anew for each difference
 * @returns how many numbers had a gradient that is not 0
 */
export function expectGradients(parameters: readonly Parameter[], gradients: () => number): number {
  const clear = () => parameters.forEach(({ gradient }) => gradient.fill(0));
  clear();
  gradients();
  const analytic = parameters.map(({ gradient }) => gradient.slice());
  const step = 1e-5;
  let moving = 0;
  parameters.forEach(({ value }, index) => {
    for (let k = 0; k < value.length; k += 1) {
      const there = value[k]!;
      value[k] = there + step;
      const above = gradients();
      value[k] = there - step;
      const below = gradients();
      value[k] = there;
      const found = analytic[index]![k]!;
      expect(Math.abs(found - (above - below) / (2 * step)), `parameter ${index}, number ${k}`).toBeLessThan(2e-6);
      if (Math.abs(found) > 1e-4) moving += 1;
    }
  });
  clear();
  return moving;
}
