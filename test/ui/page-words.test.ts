/** @file The sentences of a page or a part stand in one place, its words, and nothing there is left over. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const UI = 'src/ui';
/** Six words and a full stop within one text. */
const SENTENCE = /(^|[.:] )\p{Lu}[^.!?]*(\s[^\s.!?]+){5}[.!?]/u;
function filesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
}

/** The texts of a component's markup, its blocks and elements included. */
function textsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  // A path is no text.
  if ('name' in node && node.name === 'd') return [];
  if ('type' in node && node.type === 'Text' && 'data' in node) return [String(node.data).replace(/\s+/g, ' ').trim()];
  return Object.entries(node).flatMap(([key, value]) => (key === 'css' || key === 'parent' ? [] : textsOf(value)));
}

/** Folders with words of their own, and those for what stands around the places. */
const words = filesOf(UI, 'words.ts');

test.each(filesOf(UI, '.svelte'))('%s has no whole sentence of its own', (name) => {
  const { fragment } = parse(readFileSync(join(UI, name), 'utf8'), { modern: true, filename: name });
  expect(textsOf(fragment).filter((text) => SENTENCE.test(text))).toEqual([]);
});

test.each(words)('all that %s holds is said', (name) => {
  const folder = join(UI, dirname(name));
  const own = readFileSync(join(UI, name), 'utf8');
  const held = [...own.matchAll(/^export const ([A-Z]+) = \{([^]*?)^\}/gm)].flatMap(([, constant = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => `${constant}.${key}`),
  );
  const all = ['.svelte', '.ts'].flatMap((ending) =>
    filesOf(folder, ending).map((file) => readFileSync(join(folder, file), 'utf8')),
  );
  expect(held.filter((key) => !all.some((text) => new RegExp(`${key.replace('.', '\\.')}\\b`).test(text)))).toEqual([]);
});

test('words are read where they stand', () => {
  expect(words).toEqual(expect.arrayContaining(['pages/plan/words.ts', 'parts/bars/words.ts', 'shell-words.ts']));
});
