/** @file Gymnasium's contract as tests, run on every environment. */
import { describe, expect, test } from 'vitest';
import type { Environment, Step } from '../../src/core/environment.ts';

async function episode(environment: Environment, seed: number, actions: readonly number[]): Promise<Step[]> {
  await environment.reset({ seed });
  const steps: Step[] = [];
  for (const action of actions) {
    const step = await environment.step(action);
    steps.push(step);
    if (step.terminated || step.truncated) await environment.reset();
  }
  return steps;
}

const outcomes = (steps: readonly Step[]): unknown[] =>
  steps.map(({ observation, reward, terminated, truncated }) => ({ observation, reward, terminated, truncated }));

/** @param create a fresh environment */
export function conformanceTests(name: string, create: () => Environment): void {
  describe(`${name} keeps the contract`, () => {
    const actions = Array.from({ length: 120 }, (_, at) => at);
    const places = (count: number): number[] => actions.map((at) => (at * 7) % count);

    test('the first reset needs a seed, and a step needs a reset', async () => {
      await expect(create().reset()).rejects.toMatchObject({ code: 'spec-invalid' });
      await expect(create().step(0)).rejects.toMatchObject({ code: 'spec-invalid' });
    });

    test('observations are within their spaces', async () => {
      const environment = create();
      const { observation } = await environment.reset({ seed: 1 });
      expect(observation.items).toEqual([]);
      const { min, max } = environment.ratingRange;
      for (const step of await episode(environment, 3, places(environment.itemCount))) {
        const { user, items, ratings } = step.observation;
        expect(Number.isInteger(user) && user >= 0 && user < environment.userCount).toBe(true);
        expect(items).toHaveLength(ratings.length);
        expect(new Set(items).size).toBe(items.length);
        expect(items.every((item) => Number.isInteger(item) && item >= 0 && item < environment.itemCount)).toBe(true);
        expect(ratings.every((rating) => rating >= min && rating <= max)).toBe(true);
        expect(Number.isFinite(step.reward)).toBe(true);
        expect(typeof step.terminated).toBe('boolean');
        expect(typeof step.truncated).toBe('boolean');
      }
    });

    test('the same seed gives the same episodes, another seed others', async () => {
      const [one, again, other] = [create(), create(), create()];
      const taken = places(one.itemCount);
      const first = outcomes(await episode(one, 5, taken));
      expect(outcomes(await episode(again, 5, taken))).toEqual(first);
      expect(outcomes(await episode(one, 5, taken))).toEqual(first);
      expect(outcomes(await episode(other, 6, taken))).not.toEqual(first);
    });

    test('after the end a step is refused until the next reset', async () => {
      const environment = create();
      await environment.reset({ seed: 2 });
      let isOver = false;
      for (let tried = 0; tried < 3000 && !isOver; tried += 1) {
        const { terminated, truncated } = await environment.step(tried % environment.itemCount);
        isOver = terminated || truncated;
      }
      expect(isOver).toBe(true);
      await expect(environment.step(0)).rejects.toMatchObject({ code: 'spec-invalid' });
      await environment.reset();
      await expect(environment.step(0)).resolves.toHaveProperty('reward');
    });

    test('an item that there is not is refused', async () => {
      const environment = create();
      await environment.reset({ seed: 1 });
      for (const action of [-1, environment.itemCount, 0.5, NaN])
        await expect(environment.step(action)).rejects.toMatchObject({ code: 'spec-invalid' });
    });

    test('a person that there is not is refused, one that there is comes', async () => {
      const environment = create();
      await expect(environment.reset({ seed: 1, user: environment.userCount })).rejects.toMatchObject({
        code: 'spec-invalid',
      });
      const last = environment.userCount - 1;
      expect((await environment.reset({ seed: 1, user: last })).observation.user).toBe(last);
    });

    test('an observation that was given does not change afterwards', async () => {
      const environment = create();
      const { observation } = await environment.reset({ seed: 1 });
      const before = structuredClone(observation);
      await environment.step(0);
      expect(observation).toEqual(before);
    });
  });
}
