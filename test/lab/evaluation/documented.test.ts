/** @file The evaluations that the documentation gives can be run as they stand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const FILES = ['examples', 'experiments'].flatMap((folder) =>
  readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.evaluation.json'))
    .map((name) => join(folder, name)),
);

describe('the documented evaluations', () => {
  test.each(FILES)('%s', (file) => {
    const evaluation = parseEvaluation(JSON.parse(readFileSync(join(DOCS, file), 'utf8')), '');
    expect(evaluation.cells.length).toBeGreaterThan(0);
    expect(evaluation.rows.map(({ label }) => label)).toContain(evaluation.base);
  });
});
