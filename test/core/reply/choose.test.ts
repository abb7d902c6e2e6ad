/** @file Choosing among replies by their log-probabilities. */
import { describe, expect, test } from 'vitest';
import { choose } from '../../../src/core/reply/choose.ts';
import { REQUEST } from '../../models/contract.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

const LOGARITHMS = [Math.log(0.1), Math.log(0.3), Math.log(0.1)];
const contextWith = (logarithms: readonly number[]) => contextOf(scriptedModel({}, () => logarithms));

describe('choosing among replies', () => {
  test('takes the likeliest when greedy; shares are those of the replies among themselves', async () => {
    const { context, of } = contextWith(LOGARITHMS);
    const reading = await choose(context, REQUEST, ['a', 'b', 'c']);
    if (!reading.ok) throw new Error(reading.problem);
    expect(reading.value.drawn).toBe(1);
    [0.2, 0.6, 0.2].forEach((share, at) => expect(reading.value.shares[at]).toBeCloseTo(share, 12));
    const [call] = of('model-call');
    expect(call).toMatchObject({ continuations: ['a', 'b', 'c'] });
    expect(of('reply-check')).toMatchObject([{ call: call?.seq, status: 'constrained', problem: null }]);
  });

  test.each([
    [1, [0.2, 0.6, 0.2]],
    [0.5, [1 / 11, 9 / 11, 1 / 11]],
  ])('draws at temperature %d by p to the power of its inverse', async (temperature, expected) => {
    const { context } = contextWith(LOGARITHMS);
    const counts = [0, 0, 0];
    const draws = 2000;
    for (let seed = 0; seed < draws; seed += 1) {
      const reading = await choose(context, { ...REQUEST, temperature, seed }, ['a', 'b', 'c']);
      if (reading.ok) counts[reading.value.drawn] = (counts[reading.value.drawn] ?? 0) + 1;
    }
    // Three standard deviations of a share are at most 0.034.
    expected.forEach((share, at) => expect(Math.abs((counts[at] ?? 0) / draws - share)).toBeLessThan(0.034));
  });

  test('NaN scores are a failed reply', async () => {
    const { context, of } = contextWith([Number.NaN, -1]);
    expect(await choose(context, REQUEST, ['a', 'b'])).toMatchObject({ ok: false });
    expect(of('reply-check')).toMatchObject([{ status: 'failed' }]);
  });
});
