/** @file Notebooks as strangers make them, shown: the page does not stand still, nothing is thrown past it, and the words are there. */
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LIMITS } from '../../src/notebook/plain-json.ts';
import { emptyShelf, linkOf, openPage, spec } from './notebook-steps.ts';
import { readyLab } from './ready-lab.ts';

/** Milliseconds that the page may stand still, by the clock: other programs on the machine add to the 450 ms that it needs itself. */
const LONGEST = 2000;
const PATIENT = { timeout: 60_000 };

const client = await readyLab();
let longest = 0;
const watch = new PerformanceObserver((list) => {
  longest = Math.max(longest, ...list.getEntries().map(({ duration }) => duration));
});
const uncaught: unknown[] = [];
const note = (event: ErrorEvent | PromiseRejectionEvent): void => {
  uncaught.push('reason' in event ? event.reason : event.message);
};

beforeAll(async () => {
  watch.observe({ type: 'longtask' });
  addEventListener('error', note);
  addEventListener('unhandledrejection', note);
  return () => watch.disconnect();
}, 120_000);

beforeEach(async () => {
  // What formats texts is loaded before the clock runs.
  await openPage(client, linkOf([{ id: 'text', type: 'text', text: '**Loaded**, $x$' }]));
  await expect.poll(() => document.querySelectorAll('strong, math').length, PATIENT).toBe(2);
  longest = 0;
  uncaught.length = 0;
});

afterEach(() => emptyShelf(client));

const repeated = (unit: string): string => unit.repeat(Math.floor((LIMITS.text - 2) / unit.length));
const settled = (): boolean => document.querySelector('.markdown[aria-busy=true]') === null;

async function show(cells: readonly object[]): Promise<void> {
  location.hash = linkOf(cells);
  const ids = cells.map((cell) => `cell-${(cell as { id: string }).id}`);
  await expect.poll(() => ids.every((id) => document.getElementById(id) !== null) && settled(), PATIENT).toBe(true);
  await new Promise((soon) => setTimeout(soon, 100));
  expect(uncaught).toEqual([]);
  expect(longest).toBeLessThan(LONGEST);
}

const textCells = (text: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: `t${at}`, type: 'text', text }));

describe('a text that takes long', () => {
  test.each<readonly [string, string, number]>([
    ['paragraphs', repeated('a\n\n'), 6],
    ['stars', repeated('***a'), 6],
    ['quotes in quotes', repeated('>'), 2],
    ['braces in a formula', `$${'{'.repeat(49_000)}$`, 2],
    ['formulas', repeated('$x$ '), 3],
    ['a wide matrix', `$\\begin{matrix}${'a&'.repeat(20_000)}\\end{matrix}$`, 2],
    ['roots in roots', `$${'\\sqrt{'.repeat(400)}x${'}'.repeat(400)}$`, 2],
    ['brackets in brackets', `$${'\\left('.repeat(200)}x${'\\right)'.repeat(200)}$`, 2],
    ['fractions in fractions', `$${'\\frac{1}{'.repeat(400)}x${'}'.repeat(400)}$`, 2],
    ['lists in lists', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}- a`).join('\n'), 2],
    ['tags that are left open', repeatedTags(), 3],
    ['lines', repeated('\n'), 5],
    ['headings', repeated('# a\n'), 3],
    ['rows', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(8000)}`, 3],
    ['details', repeated('<details>'), 3],
    ['one long word', repeated('a'), 8],
  ])('%s', async (_, text, count) => {
    await show([...textCells(text, count), { id: 'after', type: 'text', text: '**After**' }]);
    expect(document.querySelector('#cell-after strong')?.textContent).toBe('After');
  });

  test.each([
    ['nested too deeply', repeated('>'), 'nested too deeply'],
    ['too many parts', repeated('a\n\n'), 'more than 5,000 parts'],
  ])('is shown as it was written, with a sentence that says why: %s', async (_, text, why) => {
    await show(textCells(text, 1));
    await expect.element(page.getByTestId('as-written')).toHaveTextContent(why);
    expect(document.querySelector('#cell-t0 .markdown')?.textContent).toBe(text);
  });
});

function repeatedTags(): string {
  const open = Array.from({ length: 1500 }, (_, at) => `<b a${at}>`).join('');
  return `<div>${open}\n\n${'a\n\n'.repeat(1500)}`;
}

test('many cells that rest on one another', async () => {
  const name = spec.dataset.name;
  const data = Array.from({ length: 100 }, (_, at) => ({
    id: `d${at}`,
    type: 'dataset',
    dataset: { name, options: { x: 'a'.repeat(4800) } },
  }));
  const runs = Array.from({ length: 100 }, (_, at) => ({ id: `r${at}`, type: 'run', spec }));
  await show([...data, ...runs]);
});

test('texts of all that means something in Markdown', async () => {
  const mark = fc.constantFrom(
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    '>',
    '#',
    '-',
    '|',
    '$',
    '{',
    '\\',
    '<',
    '\n',
    ' ',
    '~',
    '!',
    'a',
  );
  const unit = fc.string({ unit: mark, minLength: 1, maxLength: 12 });
  const texts = fc.sample(
    fc.tuple(unit, unit).map(([a, b]) => a + repeated(b).slice(0, 40_000)),
    { numRuns: 30, seed: 6 },
  );
  for (let at = 0; at < texts.length; at += 10) {
    await show(texts.slice(at, at + 10).map((text, number) => ({ id: `t${number}`, type: 'text', text })));
  }
}, 120_000);
