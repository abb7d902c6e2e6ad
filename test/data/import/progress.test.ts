import { expect, test } from 'vitest';
import type { ImportProgress } from '../../../src/data/import/import-progress.ts';
import { importBytes, labErrorOf, LATEST, zip } from './zips.ts';

const rows = Array.from({ length: 200_000 }, (_, row) => `${1 + Math.floor(row / 100)},${1 + (row % 3)},4.0,${row}`);
const LARGE = zip({ ...LATEST, 'ml-tiny/ratings.csv': `userId,movieId,rating,timestamp\n${rows.join('\n')}\n` });

test('progress counts bytes and rows upwards to their totals', async () => {
  const seen: ImportProgress[] = [];
  await importBytes(LARGE, { onProgress: (progress) => seen.push(progress) });
  const last = seen.at(-1);
  expect(last?.bytes).toBe(last?.totalBytes);
  expect(last?.rows).toBe(200_000 + 4 + 4 + 5);
  for (const [index, progress] of seen.slice(1).entries()) {
    const before = seen[index];
    expect(progress.bytes).toBeGreaterThanOrEqual(before?.bytes ?? 0);
    expect(progress.rows).toBeGreaterThanOrEqual(before?.rows ?? 0);
    expect(progress.totalBytes).toBe(last?.totalBytes);
  }
  expect(new Set(seen.map(({ phase }) => phase))).toEqual(
    new Set([
      'Checking test.zip',
      'Reading movies.csv',
      'Reading links.csv',
      'Reading tags.csv',
      'Reading ratings.csv',
    ]),
  );
  expect(seen.filter(({ phase }) => phase === 'Reading ratings.csv').length).toBeGreaterThan(3);
});

test('a stop is seen while ratings are read, and timers run meanwhile', async () => {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (progress: ImportProgress): void => {
    if (progress.rows < 1000 || stoppedAt > 0) return;
    stoppedAt = performance.now();
    // From a timer, as a message of the page comes: it only arrives if the import gives way.
    setTimeout(() => controller.abort(), 0);
  };
  const error = await labErrorOf(importBytes(LARGE, { signal: controller.signal, onProgress: stop }));
  expect(error.code).toBe('aborted');
  expect(performance.now() - stoppedAt).toBeLessThan(1000);
});

test('an import that is stopped before it begins reads nothing', async () => {
  const error = await labErrorOf(importBytes(LARGE, { signal: AbortSignal.abort() }));
  expect(error.code).toBe('aborted');
});
