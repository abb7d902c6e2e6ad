/** @file Plans as models write them. */
import { expect, test } from 'vitest';
import { readPlanShape } from '../../../src/recommenders/interec/plan-format.ts';

const plan = { intent: 'recommend', steps: [{ tool: 'rank', input: { scheme: 'rating' } }], reply: '' };

test('a plan is read as it is asked for, and says what is wrong else', () => {
  const read = { ok: true, value: { plan, inputs: { ok: true, value: plan } } };
  expect(readPlanShape(JSON.stringify(plan))).toMatchObject(read);
  expect(readPlanShape(`Here it is:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``)).toMatchObject(read);
  expect(readPlanShape('I would rank them.')).toMatchObject({ ok: false, problem: 'it holds no JSON object' });
});
