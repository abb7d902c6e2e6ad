/** @file Plans and profiles as models write them. */
import { expect, test } from 'vitest';
import { readPlan } from '../../../src/recommenders/interec/plan-format.ts';

const plan = { intent: 'recommend', steps: [{ tool: 'rank', input: { scheme: 'rating' } }], reply: '' };

test('a plan is read as it is asked for, and says what is wrong else', () => {
  expect(readPlan(JSON.stringify(plan))).toEqual({ ok: true, value: plan });
  expect(readPlan(`Here it is:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``)).toMatchObject({ ok: true, value: plan });
  expect(readPlan('{"steps": [], "reply": "Hello."}')).toMatchObject({ ok: false, problem: 'it has no "intent"' });
  expect(readPlan('I would rank them.')).toEqual({
    ok: false,
    problem: 'it holds no JSON object',
    again: 'Reply with only this object: {"intent": "…", "steps": [{"tool": "…", "input": {…}}], "reply": "…"}',
  });
});

test.each([
  [{ operator: '>', value: 4 }, { after: 4 }],
  [{ op: '<=', value: 4 }, { to: 4 }],
  [{ operator: 'contains', value: 'animated' }, { is: ['animated'] }],
  [{ operator: 'NOT_IN', value: ['Horror', 'War'] }, { not: ['Horror', 'War'] }],
  [
    { operator: 'between', value: [1985, 1995] },
    { from: 1985, to: 1995 },
  ],
])('a condition may have an operator: %j', (written, meant) => {
  const plan = (condition: object): string => {
    const step = { tool: 'look-up', input: { conditions: [{ attribute: 'rating', ...condition }] } };
    return JSON.stringify({ intent: 'ask-about-item', steps: [step], reply: '' });
  };
  expect(readPlan(plan(written))).toMatchObject({
    ok: true,
    value: { steps: [{ input: { conditions: [{ attribute: 'rating', ...meant }] } }] },
    note: expect.stringContaining('operators') as string,
  });
  expect(readPlan(plan({ operator: 'near', value: 4 })).ok).toBe(false);
  expect(readPlan(plan({ operator: '>', value: 'four' })).ok).toBe(false);
});
