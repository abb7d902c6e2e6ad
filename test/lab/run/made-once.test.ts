/** @file What is made once: for all who ask, again after a failure, and for those who wait when its asker stops. */
import { describe, expect, test } from 'vitest';
import { throwIfAborted } from '../../../src/core/errors.ts';
import { madeOnce } from '../../../src/lab/run/build-cache.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const never = (): AbortController => new AbortController();

/** Takes a moment, and heeds the signal of who asked. */
function slowly() {
  let begun = 0;
  const value = madeOnce(async ({ signal }: { readonly signal: AbortSignal }) => {
    const number = (begun += 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    throwIfAborted(signal);
    return number;
  });
  return { value, begun: () => begun };
}

test('is made once for all who ask', async () => {
  const { value, begun } = slowly();
  expect(await Promise.all([value(never()), value(never())])).toEqual([1, 1]);
  expect(await value(never())).toBe(1);
  expect(begun()).toBe(1);
});

test('who waits for what another stopped gets it, made once more for all of them', async () => {
  const { value, begun } = slowly();
  const stopped = never();
  const [first, ...others] = [value(stopped), value(never()), value(never())];
  stopped.abort();
  await expect(first).rejects.toMatchObject({ code: 'aborted' });
  expect(await Promise.all(others)).toEqual([2, 2]);
  expect(begun()).toBe(2);
});

describe('in a session, who was not stopped gets', () => {
  const dataset = madeUpDataset();
  const split = leaveLastOut(dataset);

  test('the database', async () => {
    const session = openSession(await testEngine(), dataset);
    const stopped = never();
    const first = session.database(split, stopped.signal);
    const second = session.database(split, never().signal);
    stopped.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect((await second).query('SELECT count(*) FROM items').rows).toEqual([[dataset.items.length]]);
    session.close();
  });
});
