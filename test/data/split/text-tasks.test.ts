import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { LabelledTask } from '../../../src/core/task.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { makeTasks, type TaskOptions } from '../../../src/data/split/tasks.ts';
import { madeUpDataset, withHeadings } from '../dataset.ts';

const dataset = withHeadings(madeUpDataset());
const split = leaveLastOut(dataset);
const held = new Set(split.heldOut);
const { review, summary, user, item, rating } = dataset.interactions;
const make = (options: Partial<TaskOptions>, of: Dataset = dataset): LabelledTask[] =>
  makeTasks(of, split, { type: 'explanation-generation', shots: 0, candidates: 0, history: 0, seed: 1, ...options });
const positionOf = (id: string): number =>
  [...user.keys()].find((at) => `${String(user[at])}:${String(item[at])}` === id) ?? -1;

describe('explanation generation', () => {
  test('asks about held-out reviews alone, and is held against their text', () => {
    const tasks = make({});
    const wanted = [...split.targets].filter((at) => review?.[at] !== null).length;
    expect(tasks).toHaveLength(wanted);
    expect(wanted).toBeGreaterThan(3);
    for (const { id, task, truth } of tasks) {
      expect(held).toContain(positionOf(id));
      expect(truth).toEqual({ type: 'text', text: review?.[positionOf(id)] });
      expect(task).toMatchObject({ rating: rating[positionOf(id)], itemNoun: 'film' });
    }
  });
});

describe('review summarization', () => {
  test('tells the review, not its heading, and leaves out headings that a shop filled in', () => {
    const tasks = make({ type: 'review-summarization', shots: 3 });
    expect(tasks.length).toBeGreaterThan(2);
    for (const { id, task, truth } of tasks) {
      if (task.type !== 'review-summarization') throw new TypeError('another task');
      expect(task.review).toBe(review?.[positionOf(id)]);
      expect(truth).toEqual({ type: 'text', text: summary?.[positionOf(id)] });
      expect(JSON.stringify(task)).not.toContain((truth as { text: string }).text);
      expect(JSON.stringify([task, truth])).not.toContain('Stars');
    }
  });
});

describe('examples of texts', () => {
  test.each(['explanation-generation', 'review-summarization'] as const)('%s: training interactions alone', (type) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 6 }), (seed, shots) => {
        for (const { task } of make({ type, seed, shots, count: 2 })) {
          expect(task.examples).toHaveLength(shots);
          for (const example of task.examples) {
            if (!('item' in example)) throw new TypeError('another example');
            const at = positionOf(`${String(example.user.id)}:${String(example.item.id)}`);
            expect(held).not.toContain(at);
            expect(Object.values(example)).toContain('text' in example ? review?.[at] : summary?.[at]);
          }
        }
      }),
      { numRuns: 30, seed: 1 },
    );
  });
});
