import { expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { openRecords, readRecords } from '../../../src/lab/evaluation/record-files.ts';
import { CELL, record } from './record.ts';

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
