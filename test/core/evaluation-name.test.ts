import { expect, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { evaluationName, evaluationTitle } from '../../src/core/evaluation-name.ts';

const spec = (name: string, options: Json = { count: 100 }): Json => ({ tasks: { name, options } });
const macrec = (without: readonly string[] = []): Json => ({
  name: 'macrec',
  options: { system: 'analyst-reflector', ...(without.length > 0 && { without: [...without] }) },
  label: without.length > 0 ? `without ${without.join()}` : 'all agents',
});
const method = (label: string): Json => ({ name: 'recmind', options: { planner: label }, label });
const TIME = new Date(2026, 10, 23, 22, 19, 5).getTime();

test.each([
  [
    { spec: spec('rating-prediction'), recommenders: [method('Self-Inspiring')] },
    'Self-Inspiring · rating · 100 people',
  ],
  [
    { spec: spec('rating-prediction', { samples: [1, 2] }), recommenders: [macrec(), macrec(['Analyst'])] },
    'MACRec analyst-reflector, agents switched off · rating · 2 samples',
  ],
  [
    {
      spec: { ...(spec('direct-recommendation') as object), dataset: { options: { person: { name: 'You' } } } },
      recommenders: [method('A')],
    },
    'A · direct · 100 people, with You',
  ],
  [{ name: 'my-run', spec: spec('rating-prediction'), recommenders: [method('A')] }, 'my-run'],
])('an evaluation is called by what it compares (%#)', (input, title) => {
  expect(evaluationTitle(input)).toBe(title);
});

test('a name is of words and a time, unlike all others, and reads as its words again', () => {
  const input = { name: 'unnamed', spec: spec('rating-prediction'), recommenders: [macrec(), macrec(['Analyst'])] };
  const name = evaluationName(input, TIME, []);
  expect(name).toBe('macrec-analyst-reflector-agents-switched-off-ratin-2026-11-23-22-19-05');
  expect(evaluationName(input, TIME, [name])).toBe(`${name}-2`);
  expect(evaluationName({ ...input, name: `${name}-2` }, TIME, [name, `${name}-2`])).toBe(`${name}-3`);
  expect(evaluationTitle({ ...input, name })).toBe(evaluationTitle(input));
  expect(evaluationTitle({ ...input, name: `${name}-2` })).toBe(evaluationTitle(input));
});
