/** @file The sentences of a page stand in one place, its words.ts, and nothing there is left over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const PAGES = 'src/ui/pages';
/** Six words and a full stop within one text. */
const SENTENCE = /(^|[.:] )\p{Lu}[^.!?]*(\s[^\s.!?]+){5}[.!?]/u;
const pages = readdirSync(PAGES).filter((page) => readdirSync(join(PAGES, page)).includes('words.ts'));

function filesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
}

/** The texts of a component's markup, its blocks and elements included. */
function textsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if ('type' in node && node.type === 'Text' && 'data' in node) return [String(node.data).replace(/\s+/g, ' ').trim()];
  return Object.entries(node).flatMap(([key, value]) => (key === 'css' || key === 'parent' ? [] : textsOf(value)));
}

test.each(pages)('%s has no whole sentence in its components', (page) => {
  const folder = join(PAGES, page);
  const sentences = filesOf(folder, '.svelte').flatMap((name) => {
    const { fragment } = parse(readFileSync(join(folder, name), 'utf8'), { modern: true, filename: name });
    return textsOf(fragment).filter((text) => SENTENCE.test(text));
  });
  expect(sentences).toEqual([]);
});

test.each(pages)('%s says all that its words hold', (page) => {
  const folder = join(PAGES, page);
  const words = readFileSync(join(folder, 'words.ts'), 'utf8');
  const held = [...words.matchAll(/^export const ([A-Z]+) = \{([^]*?)^\}/gm)].flatMap(([, name = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => `${name}.${key}`),
  );
  expect(held.length).toBeGreaterThan(0);
  const all = ['.svelte', '.ts'].flatMap((ending) =>
    filesOf(folder, ending).map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  expect(held.filter((key) => !all.some((text) => new RegExp(`${key.replace('.', '\\.')}\\b`).test(text)))).toEqual([]);
});
