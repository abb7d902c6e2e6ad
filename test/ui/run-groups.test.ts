import { expect, test } from 'vitest';
import type { SavedRun } from '../../src/client/lab.ts';
import { groupsOf } from '../../src/ui/pages/plan/saved-runs.svelte.ts';

let clock = 0;
function run(id: string, recommender: string, question: string, fork?: string): SavedRun {
  clock += 1;
  return {
    id,
    startedAt: clock,
    outcome: 'done',
    title: `${recommender} · ${question}`,
    parts: { recommender, question },
    events: 1,
    bytes: 1,
    ...(fork !== undefined && { fork: { run: fork, node: '0.1' } }),
  };
}
/** As the list gives them: latest first. */
const idsOf = (...runs: readonly SavedRun[]): readonly (readonly (readonly string[])[])[] =>
  groupsOf([...runs].reverse()).map((group) => group.map((one) => one.map(({ id }) => id)));

test('runs of one question stand together in the order in which they ran', () => {
  const groups = idsOf(
    run('a', 'Chain-of-Thought', 'Ada'),
    run('b', 'Self-Inspiring', 'Ada'),
    run('c', 'Chain-of-Thought', 'Bo'),
  );
  expect(groups).toEqual([[['c']], [['a'], ['b']]]);
});

test('a recommender that is asked again begins another group', () => {
  const once = [run('a', 'Chain-of-Thought', 'Ada'), run('b', 'Self-Inspiring', 'Ada')];
  const again = [run('c', 'Chain-of-Thought', 'Ada'), run('d', 'Self-Inspiring', 'Ada')];
  expect(idsOf(...once, ...again)).toEqual([
    [['c'], ['d']],
    [['a'], ['b']],
  ]);
});

test('forks stand under their runs, and alone where those are gone', () => {
  const runs = [run('a', 'Chain-of-Thought', 'Ada'), run('b', 'Self-Inspiring', 'Ada')];
  const forks = [run('f', 'Chain-of-Thought', 'Ada', 'a'), run('g', 'Chain-of-Thought', 'Ada', 'f')];
  expect(idsOf(...runs, ...forks)).toEqual([[['a', 'f', 'g'], ['b']]]);
  expect(idsOf(...forks.slice(1))).toEqual([[['g']]]);
});
