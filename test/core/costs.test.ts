/** @file What asking has cost, counted from events. */
import { describe, expect, test } from 'vitest';
import { computedShare, costsWith, NO_COSTS } from '../../src/core/costs.ts';
import type { EventBody } from '../../src/core/trace.ts';

const after = (bodies: readonly EventBody[]) =>
  bodies.reduce((costs, body, seq) => costsWith(costs, { seq, time: 0, node: '0', ...body }), NO_COSTS);

const result = (inputTokens: number, cachedTokens?: number): EventBody => ({
  type: 'model-result',
  call: 0,
  finishReason: 'stop',
  usage: { inputTokens, outputTokens: 5, estimated: false, ...(cachedTokens !== undefined && { cachedTokens }) },
});
const check = (status: 'constrained' | 'failed'): EventBody => ({
  type: 'reply-check',
  call: 0,
  status,
  problem: null,
});

describe('costs', () => {
  test('count replies by how they were read', () => {
    const { replies } = after([check('constrained'), check('failed'), check('constrained')]);
    expect(replies).toEqual({ constrained: 2, validated: 0, mended: 0, repaired: 0, failed: 1 });
  });

  test('of the prompts, what was computed anew is a share of the calls whose engine tells', () => {
    const costs = after([result(100, 0), result(300, 240), result(1000)]);
    expect(costs).toMatchObject({ tokens: 1415, promptTokens: 400, cachedTokens: 240 });
    expect(computedShare(costs)).toBeCloseTo(0.4, 12);
    expect(computedShare(after([result(1000)]))).toBeNull();
  });
});
