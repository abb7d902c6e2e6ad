/** @file What goes into a link comes out of it, and goes into the same link again. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../src/core/json.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { decodeNotebook, encodeNotebook } from '../../src/notebook/payload.ts';
import { specDigest } from '../../src/notebook/fingerprints.ts';
import { parseNotebook, validateNotebook } from '../../src/notebook/validate.ts';
import { complete, runDefaults, shorten } from '../../src/notebook/completion.ts';
import { isRunning, runsOf } from '../../src/notebook/runs-of.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { arbitraryNotebook } from './arbitrary-notebook.ts';

const CHECKED = { parseRun: parseRunSpec };
const EXAMPLE = join(import.meta.dirname, '../../docs/examples/five-planners.notebook.json');

const written = (notebook: Notebook): string => canonicalJson(notebook as unknown as Json);
const digests = ({ cells }: Notebook): string[] =>
  cells.filter(isRunning).flatMap((cell) => runsOf(cell).map(({ spec }) => specDigest(spec)));

test('2,000 notebooks come back whole', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitraryNotebook, (input) => {
      const notebook = validateNotebook(input, CHECKED);
      const back = decodeNotebook(encodeNotebook(notebook), CHECKED);
      for (const { type } of back.cells) seen.add(type);
      return written(back) === written(notebook);
    }),
    { numRuns: 2000, seed: 6 },
  );
  expect(seen.size).toBe(8);
}, 300_000);

describe('the same notebook has the same link', () => {
  const example = (): Notebook => parseNotebook(readFileSync(EXAMPLE, 'utf8'), CHECKED);

  test('whatever it leaves out and however its members are ordered', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const members = Object.entries(value).map(([key, member]) => [key, shuffled(member)] as const);
      return Object.fromEntries(members.reverse());
    };
    const complete = validateNotebook(shuffled(example()), CHECKED);
    expect(encodeNotebook(complete)).toBe(encodeNotebook(example()));
  });

  test('as when this file was written', () => {
    const golden = readFileSync(join(import.meta.dirname, 'golden-link.txt'), 'utf8').trim();
    expect(encodeNotebook(example())).toBe(golden);
    expect(digests(decodeNotebook(golden, CHECKED))).toEqual(digests(example()));
    expect(written(decodeNotebook(golden, CHECKED))).toBe(written(example()));
  });

  test('in under 1,200 characters for six cells, and with the digests of six runs', () => {
    const notebook = example();
    expect(notebook.cells).toHaveLength(6);
    expect(encodeNotebook(notebook).length).toBeLessThan(800);
    const dataset = specDigest({ dataset: 'any' } as never);
    const expected = notebook.cells.filter(isRunning).map((cell) => {
      const runs = runsOf(cell).map(({ spec }) => {
        const digest = specDigest(spec);
        return {
          dataset,
          spec: digest,
          prompts: specDigest({ digest } as never),
          results: specDigest([digest] as never),
        };
      });
      return [cell.id, { app: '0.1.0', runs }] as const;
    });
    const stamped = validateNotebook({ ...notebook, expected: Object.fromEntries(expected) }, CHECKED);
    expect(stamped.expected?.['five']?.runs).toHaveLength(5);
    expect(encodeNotebook(stamped).length).toBeLessThan(1200);
    expect(written(decodeNotebook(encodeNotebook(stamped), CHECKED))).toBe(written(stamped));
  });
});

describe('the defaults of version 1', () => {
  test.each(['rating-prediction', 'direct-recommendation', 'sequential-recommendation'])(
    'are those of the lab: %s',
    (name) => {
      const short = { dataset: { name: 'synthetic-films' }, tasks: { name } };
      const whole = complete(short, runDefaults(short));
      expect(parseRunSpec(whole)).toEqual(parseRunSpec(short));
      expect(shorten(whole, runDefaults(whole))).toEqual(short);
    },
  );

  test('are not those of recommenders and tasks that the version does not know', () => {
    const spec = { dataset: { name: 'd' }, tasks: { name: 'dialogue' }, recommender: { name: 'other' } };
    const whole = complete(spec, runDefaults(spec));
    expect(whole).toMatchObject({ tasks: { options: {} }, recommender: { name: 'other', options: {} } });
    expect(shorten(whole, runDefaults(whole))).toEqual(spec);
  });
});
