import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

// Of the schema of CFF 1.2.0, what this file uses: https://github.com/citation-file-format/citation-file-format
const Person = z.strictObject({ 'family-names': z.string().min(1), 'given-names': z.string().min(1) });
const Entity = z.strictObject({ name: z.string().min(1) });
const Reference = z.strictObject({
  type: z.enum(['article', 'conference-paper']),
  title: z.string().min(1),
  year: z.int(),
  'collection-title': z.string().optional(),
  identifiers: z.array(z.strictObject({ type: z.enum(['doi', 'url', 'swh', 'other']), value: z.string().min(1) })),
  url: z.url(),
  authors: z.array(Person).min(1),
});
const Citation = z.strictObject({
  'cff-version': z.literal('1.2.0'),
  message: z.string().min(1),
  type: z.literal('software'),
  title: z.string().min(1),
  abstract: z.string().min(1),
  authors: z.array(z.union([Person, Entity])).min(1),
  version: z.string(),
  license: z.literal('MIT'),
  keywords: z.array(z.string()).min(1),
  references: z.array(Reference),
});

test('CITATION.cff has the fields of its format, the version of the lab, and the papers as their pages cite them', () => {
  const citation = Citation.parse(parse(read('CITATION.cff')));
  expect(citation.version).toBe((JSON.parse(read('package.json')) as { version: string }).version);
  const pages = readdirSync(resolve(ROOT, 'docs/pages')).filter((name) => name.endsWith('.md'));
  expect(citation.references).toHaveLength(pages.length);
  for (const name of pages) {
    const { paper, arxiv } = parse(read(`docs/pages/${name}`).split('---\n')[1] ?? '') as {
      paper: string;
      arxiv: string;
    };
    const cited = citation.references.find(({ url }) => url.endsWith(`/${arxiv}`));
    expect(paper).toContain(cited?.title);
    for (const author of cited?.authors ?? [])
      expect(paper).toContain(`${author['given-names']} ${author['family-names']}`);
  }
});
