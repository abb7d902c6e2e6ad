import { expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { TaskRecord } from '../../../src/core/evaluation.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { openRecords, readRecords } from '../../../src/lab/evaluation/record-files.ts';

const CELL = 'c'.repeat(64);
const record = (task: string): TaskRecord => ({
  cell: CELL,
  task,
  person: 1,
  error: null,
  values: { 'HR@10': 1 },
  position: 0,
  modelCalls: 1,
  toolCalls: 0,
  tokens: 9,
  seconds: 0.1,
});

test('records that come while the file is busy are all written, in their order', async () => {
  const files = new MemoryFileStore();
  const writer = await openRecords(files, 'busy', CELL, '1-of-1');
  const tasks = Array.from({ length: 50 }, (_, at) => `${at}:1`);
  for (const task of tasks) writer.add(record(task));
  await writer.close();
  expect([...(await readRecords(files, 'busy', CELL)).keys()]).toEqual(tasks);
});

test('a record whose trace could not be kept is left out, those beside it are not, and the writer says so', async () => {
  const files = new MemoryFileStore();
  const writer = await openRecords(files, 'full', CELL, '1-of-1');
  writer.add(record('1:1'));
  writer.add(Promise.reject(new LabError('storage-full', 'There is no room left.')));
  writer.add(record('3:1'));
  await expect(writer.close()).rejects.toMatchObject({ code: 'storage-full' });
  expect([...(await readRecords(files, 'full', CELL)).keys()]).toEqual(['1:1', '3:1']);
});
