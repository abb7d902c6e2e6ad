import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRanking, type Task } from '../../../src/core/task.ts';
import { sliceDataset } from '../../../src/data/split/slice.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { taskSubjects } from '../../../src/data/split/task-source.ts';
import { type TaskOptions, makeTasks } from '../../../src/data/split/tasks.ts';
import { type MadeInteraction, datasetOf, madeUpDataset } from '../dataset.ts';

const dataset = madeUpDataset();
const split = leaveLastOut(dataset);
const OPTIONS: TaskOptions = { type: 'direct-recommendation', shots: 0, candidates: 10, history: 5, seed: 3 };
const TYPES = ['rating-prediction', 'direct-recommendation', 'sequential-recommendation'] as const;
const make = (options: Partial<TaskOptions>) => makeTasks(dataset, split, { ...OPTIONS, ...options });

const pairs = new Map(dataset.users.map(({ id }) => [id, new Set<number>()]));
dataset.interactions.user.forEach((user, at) => pairs.get(user)?.add(dataset.interactions.item[at]!));
const heldOut = new Set(
  [...split.heldOut].map((at) => `${dataset.interactions.user[at]}:${dataset.interactions.item[at]}`),
);

/** Every pair that the examples and the history of a task show to be true. */
function shown(task: Task): string[] {
  const examples = task.examples.map(
    (example) => `${example.user.id}:${'chosen' in example ? example.chosen.id : example.item.id}`,
  );
  const history =
    task.type === 'sequential-recommendation' ? task.history.map(({ id }) => `${task.user.id}:${id}`) : [];
  return [...examples, ...history];
}

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('tasks', () => {
  test.each(TYPES)('%s: one for each held-out interaction, with its truth beside it', (type) => {
    const tasks = make({ type });
    expect(tasks.map(({ id }) => id)).toEqual(
      taskSubjects(dataset, split).map(({ user, item }) => `${user.id}:${item.id}`),
    );
    for (const { id, task, truth } of tasks) {
      const [user, item] = id.split(':').map(Number);
      const at = [...dataset.interactions.user.keys()].find(
        (row) => dataset.interactions.user[row] === user && dataset.interactions.item[row] === item,
      )!;
      expect(heldOut).toContain(id);
      expect(task.user.id).toBe(user);
      if (truth?.type === 'rating') expect(truth.rating).toBe(dataset.interactions.rating[at]);
      else expect(truth).toMatchObject({ type: 'choice', item: { id: item } });
    }
  });

  test.each([{ minRating: 3.5 }, { until: 1_000_030_000 }, { from: 1_000_030_000 }])(
    'with the slice %j, what a person had outside of it is no wrong candidate, nor one beside an example',
    (slice) => {
      const sliced = sliceDataset(sliceDataset(dataset, { users: 20 }), slice);
      const options = { ...OPTIONS, candidates: 5, shots: 2 };
      for (const { task, truth } of makeTasks(sliced, leaveLastOut(sliced), options)) {
        if (task.type !== 'direct-recommendation' || truth?.type !== 'choice') throw new TypeError('another task');
        const own = ({ id }: { readonly id: number }, person: number) => pairs.get(person)?.has(id);
        expect(task.candidates.filter((item) => own(item, task.user.id))).toEqual([truth.item]);
        for (const { user, candidates, chosen } of task.examples) {
          expect(candidates.filter((item) => own(item, user.id))).toEqual([chosen]);
        }
      }
    },
  );

  test('candidates are the right one and others that the person never had, none twice', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { task, truth } of make({ seed, count: 5 })) {
          if (task.type !== 'direct-recommendation' || truth?.type !== 'choice') throw new TypeError('another task');
          const ids = task.candidates.map(({ id }) => id);
          expect(new Set(ids).size).toBe(10);
          expect(ids.filter((id) => pairs.get(task.user.id)?.has(id))).toEqual([truth.item.id]);
        }
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test.each(TYPES)('%s: examples and history show training interactions only', (type) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, shots) => {
        for (const { task } of make({ type, seed, shots, count: 3 })) {
          expect(task.examples).toHaveLength(shots);
          for (const pair of shown(task)) {
            const [user, item] = pair.split(':').map(Number);
            expect(pairs.get(user!)?.has(item!)).toBe(true);
            expect(heldOut).not.toContain(pair);
          }
          if (!isRanking(task)) continue;
          const candidates = new Set(task.candidates.map(({ id }) => id));
          for (const { user, chosen, candidates: among, history = [] } of task.examples) {
            if (type === 'direct-recommendation') expect(history).toEqual([]);
            const had = [...pairs.get(user.id)!];
            expect(history.every(({ id }) => had.includes(id) && id !== chosen.id && !candidates.has(id))).toBe(true);
            expect(history.some(({ id }) => heldOut.has(`${user.id}:${id}`))).toBe(false);
            expect(among.filter(({ id }) => pairs.get(user.id)?.has(id))).toEqual([chosen]);
            expect(among.some(({ id }) => candidates.has(id))).toBe(false);
          }
        }
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  test.each(TYPES)('%s: the same options give the same tasks, whoever else is asked', (type) => {
    const all = make({ type, shots: 2 });
    expect(make({ type, shots: 2 })).toEqual(all);
    expect(make({ type, shots: 2, users: [9, 4] })).toEqual(all.filter(({ task }) => [4, 9].includes(task.user.id)));
    expect(make({ type, shots: 2, seed: 4 })).not.toEqual(all);
    const few = new Set(make({ type, shots: 2, count: 5 }).map(({ id }) => id));
    const more = make({ type, shots: 2, count: 12 });
    expect(more.filter(({ id }) => few.has(id))).toHaveLength(5);
    for (const task of more) expect(all).toContainEqual(task);
  });
});

test('an item without any training rating is neither asked for nor offered: it would be known for held out by that alone', () => {
  const row = (user: number, item: number): MadeInteraction => ({
    user,
    item,
    rating: 1 + (item % 3),
    time: item,
    review: null,
  });
  // Person 1's last item, 5, is nobody else's, so that no training interaction has it.
  const canary = datasetOf(
    [row(1, 1), row(1, 5), row(2, 2), row(2, 3), row(3, 1), row(3, 3), row(3, 4), row(4, 4)],
    4,
    6,
  );
  for (const type of ['direct-recommendation', 'sequential-recommendation'] as const) {
    const tasks = makeTasks(canary, leaveLastOut(canary), { ...OPTIONS, type, candidates: 2 });
    expect(tasks.map(({ id }) => id)).toEqual(['2:3', '3:4']);
    for (const { task } of tasks) {
      if (!('candidates' in task)) throw new TypeError('another task');
      expect(task.candidates.map(({ id }) => id)).not.toContain(5);
    }
  }
  // A rating can be asked of it, and samples of a file are asked as they are.
  const ratings = makeTasks(canary, leaveLastOut(canary), { ...OPTIONS, type: 'rating-prediction' });
  expect(ratings.map(({ id }) => id)).toContain('1:5');
  const samples = [{ user: 1, item: 5, candidates: [5, 2] }];
  expect(makeTasks(canary, leaveLastOut(canary), { ...OPTIONS, candidates: 2, samples }).map(({ id }) => id)).toContain(
    '1:5',
  );
});

describe('tasks that cannot be made say why', () => {
  const row = (user: number, item: number): MadeInteraction => ({ user, item, rating: 3, time: item, review: null });
  const tiny = datasetOf(
    [row(1, 1), row(1, 2), row(2, 1), row(3, 1), row(3, 2), row(3, 3), { ...row(4, 3), time: 0 }],
    4,
    6,
  );

  test.each<[string, Partial<TaskOptions>, RegExp]>([
    ['unknown people', { users: [1, 77, 78] }, /no person with the id 77, 78; choose/],
    ['too many candidates', { candidates: 3 }, /3 candidates were asked for, but person \d leaves only/],
    ['no candidates to choose directly from', { candidates: 0 }, /0 candidates/],
    ['no item left for examples', { users: [1], candidates: 2, shots: 1 }, /No item is left for the examples/],
  ])('%s', (_, options, message) => {
    const failing = () => makeTasks(tiny, leaveLastOut(tiny), { ...OPTIONS, ...options });
    expect(failing).toThrow(message);
    expect(failing).toThrow(expect.objectContaining({ code: 'task-impossible' }));
  });
});
