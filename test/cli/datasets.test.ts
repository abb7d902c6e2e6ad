import { specFile } from './command.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommand } from '../../src/cli/command.ts';
import { importFile, openExamples } from '../../src/cli/datasets.ts';
import { LATEST, zip } from '../data/import/zips.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const options = { signal: new AbortController().signal };
const folder = temporaryFolder();

test('a folder is imported as its zip is, under its own name', async () => {
  for (const [path, content] of Object.entries(LATEST)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(folder, 'ml-tiny.zip'), zip(LATEST));
  const [unpacked, zipped] = await Promise.all(
    ['ml-tiny', 'ml-tiny.zip'].map((name) => importFile(join(folder, name), options)),
  );
  expect(unpacked?.manifest.name).toBe('ml-tiny');
  expect([unpacked?.items, unpacked?.interactions]).toEqual([zipped?.items, zipped?.interactions]);
});

test('datasets that examples come from are files, or come with the lab', async () => {
  const typed = parseCommand(['run', specFile({}), '--examples', 'a.zip', '--examples', 'b.zip']);
  expect(typed).toMatchObject({ type: 'run', examples: ['a.zip', 'b.zip'] });
  writeFileSync(join(folder, 'ml-other.zip'), zip(LATEST));
  const open = await openExamples(['ml-other', 'synthetic-films', 'nowhere'], [join(folder, 'ml-other.zip')], options);
  expect(open.find({ name: 'synthetic-films', options: {} }).manifest.counts.users).toBe(600);
  expect(() => open.find({ name: 'nowhere', options: {} })).toThrow(/nowhere is not open here/);
  const { name } = (await importFile(join(folder, 'ml-other.zip'), options)).manifest;
  expect(open.find({ name, options: {} }).interactions.user.length).toBeGreaterThan(0);
});
