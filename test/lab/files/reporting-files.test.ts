/** @file What cannot be written is reported, also where whoever writes goes on without it. */
import { expect, test } from 'vitest';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import { reporting } from '../../../src/lab/files/reporting-files.ts';
import type { StorageReport } from '../../../src/lab/files/tab-storage-service.ts';

const bytes = (length: number): Uint8Array => new Uint8Array(length);
const told = (reports: readonly StorageReport[]) =>
  reports.map((report) => (report.type === 'failed' ? report.error.code : report.type));

test('a full disk is reported, and that it is over', async () => {
  const reports: StorageReport[] = [];
  const files = reporting(new MemoryFileStore(100), (report) => reports.push(report));
  await files.write('a', bytes(80));
  await expect(files.write('b', bytes(80))).rejects.toMatchObject({ code: 'storage-full' });
  await files.remove('a');
  await files.write('b', bytes(80));
  await files.write('b', bytes(10));
  expect(told(reports)).toEqual(['storage-full', 'works']);
});

test('events that cannot be kept are reported', async () => {
  const reports: StorageReport[] = [];
  const files = reporting(new MemoryFileStore(600), (report) => reports.push(report));
  const run = await new Experiments(files).open('a');
  run.add([
    {
      seq: 0,
      time: 0,
      node: '',
      type: 'run-start',
      spec: { text: 'x'.repeat(2000) },
      dataset: {},
      model: '',
      tasks: 1,
    },
  ]);
  await expect(run.close()).rejects.toMatchObject({ code: 'storage-full' });
  expect(told(reports)).toEqual(['storage-full']);
});
