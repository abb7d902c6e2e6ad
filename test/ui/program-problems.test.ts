/** @file What the editor of programs underlines, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { READY_PROGRAMS } from '../../src/programs/ready/registry.ts';
import { problemsOf } from '../../src/ui/pages/program/program-problems.ts';

const inPlan = (lines: string): string => `async function plan(context, { T }) {\n${lines}\n}`;
const marked = (source: string): readonly (readonly [string, string])[] =>
  problemsOf(source).map(({ from, to, message }) => [source.slice(from, to), message] as const);

describe('problems of a program', () => {
  test.each(READY_PROGRAMS.slice(0, -1).map(({ name, source }) => [name, source] as const))(
    '%s has none',
    (_, source) => {
      expect(problemsOf(source)).toEqual([]);
    },
  );

  test('the one that is broken on purpose has the one that it is about', () => {
    const source = READY_PROGRAMS.at(-1)?.source ?? '';
    expect(marked(source)).toEqual([
      ['context.sample(S, S.at(-1) ?? null)', expect.stringContaining('await is missing')],
    ]);
  });

  test.each([
    ['a call that there is not', 'await context.smaple([], null);', 'smaple', 'did you mean sample?'],
    [
      'a field that there is not',
      'const s = await context.sample([], null);\nif (s.isend) return [];',
      'isend',
      'did you mean isEnd?',
    ],
    [
      'an argument too few',
      'await context.sample([]);',
      'context.sample([])',
      'sample(states, parent) takes at least 2, and here are 1',
    ],
    [
      'an argument too many',
      'await context.inspire([], null);',
      'context.inspire([], null)',
      'takes 1, and here are 2',
    ],
    ['a promise as a condition', 'if (context.inspire([])) return [];', 'context.inspire([])', 'await is missing'],
    [
      'a promise in a list',
      'const S = [];\nS.push(context.sample(S, null));',
      'context.sample(S, null)',
      'await is missing',
    ],
    [
      'a verdict that there is not',
      "if ((await context.evaluate([], s)) === 'kept') return [];",
      "'kept'",
      '"keep" or "prune"',
    ],
    ['a clock', 'return Date.now();', 'Date', 'no clock'],
    ['a regular expression', 'return /x/;', '/x/', 'no regular expressions'],
  ])('%s', (_, lines, part, words) => {
    const found = marked(inPlan(lines)).find(([text]) => text === part);
    expect(found?.[1]).toContain(words);
  });

  test('a fault of syntax is the only one that is named', () => {
    expect(problemsOf(inPlan('const = 1; context.nothing();'))).toHaveLength(1);
  });

  test('a program without plan says so', () => {
    expect(problemsOf('const x = 1;')).toMatchObject([{ message: expect.stringContaining('plan') as string }]);
    expect(problemsOf('')).toHaveLength(1);
  });

  test('promises may be collected, returned and awaited later', () => {
    const lines = `const both = await Promise.all([context.sample([], null), context.sample([], null)]);
      const third = context.sample([], null);
      both.push(await third);
      return both;`;
    expect(problemsOf(inPlan(lines))).toEqual([]);
  });

  test('the context may have another name, and plan may be an arrow', () => {
    expect(marked('const plan = async (c) => [await c.smaple([], null)];')).toEqual([
      ['smaple', expect.stringContaining('sample')],
    ]);
  });
});
