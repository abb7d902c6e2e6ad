/**
 * Texts of strangers, made to hold up whoever reads them: 32,000 blanks and other characters again and again. Looked at is how
 * the time grows with the text, not what it is: four times the text takes four times as long, or less.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { oneLine as agentLine } from '../src/recommenders/macrec/agents/step.ts';
import { csvCell } from '../src/core/text/csv-lines.ts';
import { LabError } from '../src/core/errors.ts';
import { visibleJson, visibleLines } from '../src/cli/terminal.ts';
import { plainName } from '../src/core/text/visible-text.ts';
import { factsOf, searchWords, titleStem } from '../src/data/database/facts.ts';
import { sqlTokens } from '../src/data/database/guard.ts';
import { nameAfter } from '../src/data/import/source-files.ts';
import { plainLine, plainText } from '../src/data/import/cells.ts';
import { parsePythonLiteral } from '../src/data/import/python-literal.ts';
import { parseTitle } from '../src/data/import/recipes/movielens.ts';
import { clausesOf } from '../src/environments/raters/rules/govern.ts';
import { readItem } from '../src/environments/raters/rules/taste.ts';
import { bleuTokens } from '../src/metrics/bleu.ts';
import { readRequest } from '../src/reasoner/agents/reply.ts';
import { firstSentences } from '../src/reasoner/text/explain.ts';
import { readLink } from '../src/notebook/link.ts';
import { cleanMessage, isSameTitle } from '../src/recommenders/interec/meant-by.ts';
import { sentencesOf } from '../src/tools/summarize-tool.ts';
import { TitleIndex, titleKey } from '../src/tools/interactive/title-index.ts';
import { importSources, madeSource } from './data/import/sources.ts';
import { growsFasterThanItsText, HOSTILE } from './hostile-texts.ts';

/** Whose texts are short whatever was sent, so that how they grow is nothing to anybody. Each says where they are cut. */
const BOUNDED: readonly (readonly [path: string, beginning: string, why: string])[] = [
  ['src/reasoner/dialogue/', '', 'cleanMessage cuts messages at 2,000 characters with single blanks'],
  ['src/tools/interactive/title-index.ts', '/^(.', 'match cuts what was written at 200 characters'],
];

interface Pattern {
  readonly file: string;
  readonly pattern: RegExp;
}

function patternsIn(file: string, text: string): readonly Pattern[] {
  const scripts = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script).join('\n')
    : text;
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ file, pattern: new RegExp(source, flags.replace('y', '')) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, scripts, ts.ScriptTarget.Latest));
  return found;
}

const ROOT = resolve(import.meta.dirname, '..');
const patterns = readdirSync(resolve(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => /\.(?:ts|svelte)$/.test(path))
  .flatMap((path) => patternsIn(path, readFileSync(resolve(ROOT, path), 'utf8')))
  .filter(({ file, pattern }) =>
    BOUNDED.every(([path, beginning]) => !file.startsWith(path) || !String(pattern).startsWith(beginning)),
  );

/** Words and signs that a pattern looks for, so that it gets far before it fails. */
const wordsOf = ({ source }: RegExp): readonly string[] =>
  [...new Set(source.match(/[A-Za-z<$"'`#]{2,}/g) ?? [])].slice(0, 2);

describe('regular expressions', () => {
  test('are found', () => {
    expect(patterns.length).toBeGreaterThan(300);
  });

  test('take no longer for a text than it is long', () => {
    const slow = patterns.flatMap(({ file, pattern }) => {
      const starts = ['', ...wordsOf(pattern)];
      const units = [...HOSTILE, ...wordsOf(pattern), ...wordsOf(pattern).map((word) => `${word} `)];
      const read = (text: string): unknown => text.replace(pattern, '');
      for (const start of starts) {
        for (const unit of units) {
          const build = (length: number): string => `${start}${unit.repeat(length / unit.length)}\u0001`;
          if (growsFasterThanItsText(read, build))
            return [`${file}: ${String(pattern)} on ${JSON.stringify(start + unit)}…`];
        }
      }
      return [];
    });
    expect(slow).toEqual([]);
  });
});

const item = (title: string): Parameters<typeof readItem>[0] => ({
  id: title,
  kind: 'film',
  title,
  overview: title,
  genres: [title],
  people: [title],
  directors: [title],
  averageRating: null,
  year: null,
});
const films = (title: string) => new TitleIndex([{ id: 1, title, year: 1999, sourceId: '1', attributes: {} }], () => 1);
const heat = films('Heat');
const refusable = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown;
    throw thrown;
  }
};

/** Who reads what a dataset, a model, a link or a person wrote. */
const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['titleStem', titleStem],
  ['plainName', plainName],
  ['parseTitle', parseTitle],
  ['plainText of an import', plainText],
  ['plainLine of an import', plainLine],
  ['nameAfter', nameAfter],
  ['parsePythonLiteral', (text) => parsePythonLiteral(text)],
  ['factsOf', (text) => factsOf({ [text.slice(0, 100)]: [text] })],
  ['searchWords', searchWords],
  ['sqlTokens', (text) => sqlTokens(text)],
  ['clausesOf', clausesOf],
  ['readItem', (text) => readItem(item(text))],
  ['titleIndex, of a title', films],
  ['titleIndex, of what was written', (text) => heat.match(text)],
  ['titleKey', titleKey],
  ['isSameTitle', (text) => isSameTitle(text.slice(0, 2000), 'Heat (1995)')],
  ['cleanMessage', cleanMessage],
  ['oneLine of an agent', agentLine],
  ['csvCell', csvCell],
  ['visibleLines', visibleLines],
  ['visibleJson', visibleJson],
  ['bleuTokens', (text) => bleuTokens(text)],
  ['readRequest of an interpreter', readRequest],
  ['firstSentences', (text) => firstSentences(text, 2)],
  ['sentencesOf', (text) => sentencesOf([text])],
  ['readLink', (text) => refusable(() => readLink(text))],
];

describe('readers of texts of strangers', () => {
  test.each(READERS)('%s', (_, read) => {
    const slow = HOSTILE.filter((unit) =>
      ['', 'Heat (', '"'].some((start) =>
        growsFasterThanItsText(read, (length) => `${start}${unit.repeat(length / unit.length)}\u0001`),
      ),
    );
    expect(slow).toEqual([]);
  });
});

test('a title of 20,000 blanks is a short one once it is imported', async () => {
  const title = `Toy${' '.repeat(20_000)}Story\u001b[2J ${'x'.repeat(5000)}`;
  const rows = [1, 2, 3].map((id) => ({ user_id: 'u', item_id: id, title: id === 3 ? '\t \n' : title, rating: id }));
  const dataset = await importSources(madeSource('films.jsonl', rows));
  expect(dataset.items.map((one) => one.title.length)).toEqual([1000, 1000, 6]);
  expect(dataset.items[0]?.title.startsWith('Toy Story [2J xxx')).toBe(true);
  expect(dataset.items[2]?.title).toBe('item 3');
});
