/** @file What a prompt leaves out to fit. */
import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/core/planner.ts';
import { fitStates, LEFT_OUT } from '../../../src/recommenders/recmind/ask.ts';
import { scriptedModel } from '../../models/scripted-model.ts';

const options = { signal: new AbortController().signal };

const state = (id: string): State => ({
  id,
  parent: null,
  thought: `thought ${id}`,
  action: { tool: 'database', arguments: { question: id } },
  observation: `${id} `.repeat(400).trim(),
  isEnd: false,
});
const states = ['a', 'b', 'c', 'd'].map(state);
const messages = (given: readonly State[]) => [
  { role: 'user' as const, content: given.map(({ thought, observation }) => `${thought}\n${observation}`).join('\n') },
];
/** Counts words. */
const model = (contextLength: number) => ({
  ...scriptedModel({}),
  contextLength,
  countTokens: (prompt: ReturnType<typeof messages>) => Promise.resolve(prompt[0]?.content.split(/\s/).length ?? 0),
});

describe('fitStates', () => {
  test('leaves out the oldest observations, no more than needed, and keeps thoughts and actions', async () => {
    const { states: fitted, cut } = await fitStates(model(1000), states, messages, 50, options);
    expect(cut).toBe(2);
    expect(fitted.map(({ observation }) => observation === LEFT_OUT)).toEqual([true, true, false, false]);
    expect(fitted.map(({ id, thought, action }) => [id, thought, action])).toEqual(
      states.map(({ id, thought, action }) => [id, thought, action]),
    );
  });

  test('gives all that it can where even that is too much: the call is refused, not the plan', async () => {
    expect((await fitStates(model(10), states, messages, 50, options)).cut).toBe(4);
  });
});
