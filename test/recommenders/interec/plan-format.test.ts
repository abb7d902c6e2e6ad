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
