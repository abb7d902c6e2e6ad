import { beforeEach, expect, test } from 'vitest';
import { adoptEarlier, hasAdopted, keptFolder, type Settings } from '../../src/core/earlier-names.ts';
import { MemoryFolder } from './memory-folder.ts';

const LAB = '/lab/';
const COURSE = '/course/';

let top: MemoryFolder;
let values: Map<string, string>;
let settings: Settings;

beforeEach(() => {
  top = new MemoryFolder('espalier', 'of another project');
  values = new Map([
    ['espalier.theme', 'dark'],
    ['espalier-custom-models', '[]'],
    ['another', 'its own'],
  ]);
  settings = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
});

const open = async (path: string, sites: readonly string[]): Promise<string> => {
  await adoptEarlier({ top: top.handle, settings, sites, path });
  const folder = await keptFolder(top.handle, path);
  await top.getDirectoryHandle(folder, { create: true });
  return folder;
};

test('the only site of an origin goes on with the files and settings that it had', async () => {
  expect(await open(LAB, [LAB])).toBe('espalier');
  expect(await open(LAB, [LAB])).toBe('espalier');
  expect(Object.fromEntries(values)).toEqual({
    another: 'its own',
    'espalier:/lab/#theme': 'dark',
    'espalier:/lab/#custom-models': '[]',
  });
});

test('so it does where no service worker can tell of it', async () => {
  expect(await open(LAB, [])).toBe('espalier');
});

test('a new site beside it takes nothing, whoever is opened first', async () => {
  expect(await open(COURSE, [LAB])).toBe('espalier%2Fcourse%2F');
  expect(values.get('espalier.theme')).toBe('dark');
  expect(await open(LAB, [LAB, COURSE])).toBe('espalier');
  expect(await open(COURSE, [LAB, COURSE])).toBe('espalier%2Fcourse%2F');
});

test('a new site takes nothing either once it is among the sites, though it kept nothing before it was loaded again', async () => {
  await adoptEarlier({ top: top.handle, settings, sites: [LAB], path: COURSE });
  expect(await open(COURSE, [LAB, COURSE])).toBe('espalier%2Fcourse%2F');
  expect(await open(LAB, [LAB, COURSE])).toBe('espalier');
});

test('of two that shared them one goes on with the files, and the other begins its own', async () => {
  expect(await open(LAB, [LAB, COURSE])).toBe('espalier');
  expect(await open(COURSE, [LAB, COURSE])).toBe('espalier%2Fcourse%2F');
  expect(await hasAdopted(top.handle, COURSE)).toBe(false);
});

test('a site that has begun its own files never mixes them with those of before', async () => {
  top = new MemoryFolder();
  expect(await open(LAB, [])).toBe('espalier%2Flab%2F');
  await top.getDirectoryHandle('espalier', { create: true });
  expect(await open(LAB, [LAB])).toBe('espalier%2Flab%2F');
});
