/** @file `score` on other people's numbers, every one of them, and on bad files. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scoreFile, type ScoreKind } from '../../src/cli/score.ts';
import { LabError } from '../../src/core/errors.ts';
import { oracleFile } from '../oracles/oracle-file.ts';
import { COMMAND } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RANKINGS = oracleFile('ranking-metrics');
const TEXTS = oracleFile('text-metrics');

/** Every number and text of a value, by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, `${path}/${key}`));
}

/** Compares all that is expected and returns how many numbers that were. */
function compare(expected: unknown, got: unknown, tolerance: number): number {
  const found = new Map(leaves(got));
  const all = leaves(expected);
  const wrong = all.filter(([path, value]) => {
    const own = found.get(path);
    return typeof value === 'number' ? !(Math.abs(Number(own ?? NaN) - value) <= tolerance) : own !== value;
  });
  expect(wrong.map(([path, value]) => `${path}: ${String(found.get(path))}, not ${String(value)}`)).toEqual([]);
  return all.length;
}

type Section = readonly { readonly id: string; readonly expected: unknown }[];
const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const expectedOf = (section: unknown): Record<string, unknown> =>
  Object.fromEntries((section as Section).map(({ id, expected }) => [id, expected]));

const folder = temporaryFolder();

const write = (content: unknown): string => {
  const path = join(folder, 'cases.json');
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
};

test('ratings are those of scikit-learn', async () => {
  const { cases } = await scoreFile('rating', RANKINGS);
  expect(compare(expectedOf(read(RANKINGS)['rating']), cases, 1e-9)).toBe(6);
});

test('rankings, personalization and genres are those of ranx and scikit-learn', async () => {
  const { cases } = await scoreFile('ranking', RANKINGS);
  const file = read(RANKINGS);
  const expected = ['ranking', 'personalization', 'genres'].map((section) => expectedOf(file[section]));
  expect(compare(Object.assign({}, ...expected), cases, 1e-9)).toBe(20 * 38 + 3 + 4 * 8);
});

test('texts are those of sacrebleu and rouge-score', async () => {
  const { pairs, corpus, mean_rouge_f } = read(TEXTS);
  const expected = { cases: expectedOf(pairs), corpus, mean_rouge_f };
  expect(compare(expected, await scoreFile('text', TEXTS), 1e-6)).toBe(20 * 29 + 10);
});

test('the example of docs/scoring.md is what is printed', async () => {
  const text = readFileSync(join(ROOT, 'docs/scoring.md'), 'utf8');
  const [file, printed] = [...text.matchAll(/```json\n(.*?)```/gs)].map(
    ([, block]) => JSON.parse(block ?? '') as unknown,
  );
  expect(await scoreFile('ranking', write(file))).toEqual(printed);
});

test('the terminal prints the scores as one line of JSON', () => {
  const path = write({ rating: [{ id: 'a', truth: [1, 2], pred: [2, 4] }] });
  const args = [...COMMAND, 'score', 'rating', path];
  const stdout = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toEqual({ cases: { a: { rmse: Math.sqrt(2.5), mae: 1.5 } } });
}, 60_000);

describe('a bad file', () => {
  const pair = { id: 'p', hypothesis: 'a', reference: 'b' };
  const list = { id: 'l', ranked: [1, 2], relevant: [[1, 1]] };

  test.each<readonly [string, ScoreKind, unknown, string, string]>([
    ['empty', 'text', '', 'file-empty', 'cases.json is empty'],
    ['no UTF-8', 'text', Uint8Array.of(0x22, 0xff, 0x22), 'file-damaged', 'not JSON in UTF-8'],
    ['without its section', 'rating', { ranking: [] }, 'file-invalid', 'rating: expected array'],
    ['a case without id', 'text', { pairs: [pair, { ...pair, id: undefined }] }, 'file-invalid', '"pairs.1", id:'],
    ['two cases of one id', 'text', { pairs: [pair, pair] }, 'file-invalid', 'case "p", id: another case'],
    ['unknown score', 'ranking', { ranking: [{ ...list, expected: { 'f1@5': 1 } }] }, 'file-invalid', 'expected.f1@5'],
    [
      'an item twice',
      'ranking',
      { ranking: [{ ...list, ranked: [1, 1] }] },
      'file-invalid',
      'ranked: holds an item twice',
    ],
    [
      'a grade in words',
      'ranking',
      { ranking: [{ ...list, relevant: [[1, 'a']] }] },
      'file-invalid',
      'case "l", relevant.0.1',
    ],
    [
      'unequal lengths',
      'rating',
      { rating: [{ id: 'r', truth: [1], pred: [] }] },
      'file-invalid',
      'case "r", pred: must have as many',
    ],
    [
      'an unknown tokenizer',
      'text',
      { settings: { bleu: { bleu2: { tokenize: 'zh' } } }, pairs: [] },
      'file-invalid',
      'settings.bleu.bleu2.',
    ],
  ])('%s', async (_, kind, content, code, message) => {
    const failure = await scoreFile(kind, write(content)).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(LabError);
    expect(failure).toMatchObject({ code });
    expect((failure as LabError).message).toContain(join(folder, 'cases.json'));
    expect((failure as LabError).message).toContain(message);
  });
});
