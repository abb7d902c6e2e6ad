/** @file Several judges of one comparison: each apart, their mean, and how far they agree, as the Compare page shows them. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LabClient } from '../../src/client/lab.ts';
import App from '../../src/ui/App.svelte';
import { readyLab, removeEvaluations } from './ready-lab.ts';
import { violations } from './violations.ts';

const WAIT = { timeout: 60_000 };
const TASKS = 2;
let client: LabClient;

beforeAll(async () => {
  client = await readyLab();
}, 120_000);

beforeEach(async () => {
  localStorage.clear();
  await removeEvaluations(client);
});

const button = (name: RegExp | string) => page.getByRole('button', { name });
const desk = () => page.getByRole('region', { name: 'Texts to put in order' });
const texts = (): readonly string[] => [...document.querySelectorAll('.desk li')].map(({ textContent }) => textContent);

/** Cells of the table of the judges, row by row, its head first. */
const judgeTable = (): readonly (readonly string[])[] =>
  [...document.querySelectorAll('[aria-label="Shares of first places by judge"] tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.trim()),
  );
/** A column of it, in percent, by method. */
function shares(column: string): ReadonlyMap<string, number> {
  const [head = [], ...rows] = judgeTable();
  return new Map(rows.map((cells) => [cells[0] ?? '', Number(/^\d+/.exec(cells[head.indexOf(column)] ?? '')?.[0])]));
}

/** Self-Inspiring and the first review, and beside them what the person wrote: three texts a task. */
async function compared(): Promise<void> {
  await page.viewport(1440, 900);
  location.hash = '#compare';
  render(App, { client });
  await expect.element(button(/^Run \d+ tasks/), WAIT).toBeEnabled();
  await page.getByRole('combobox', { name: 'Task', exact: true }).selectOptions('explanation-generation');
  for (const name of [
    'Input–output',
    'Chain-of-Thought',
    'Tree-of-Thoughts (BFS)',
    'Tree-of-Thoughts (DFS)',
    'TextRank',
  ])
    await page.getByRole('checkbox', { name, exact: true }).click();
  await page.getByLabelText('People', { exact: true }).fill(String(TASKS));
  await button(`Run ${String(2 * TASKS)} tasks`).click();
  await expect.element(button('Everything is done'), WAIT).toBeVisible();
}

/** Judges all tasks under a name, each by the letters of its texts from the best on. @returns the texts of each task */
async function judged(name: string, orders: readonly string[]): Promise<readonly (readonly string[])[]> {
  const field = page.getByRole('textbox', { name: 'Judge' });
  await field.fill(name);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => page.getByTestId('judging-counts').element().getAttribute('data-judged'), WAIT).toBe('0');
  const shown: (readonly string[])[] = [];
  for (const order of orders) {
    await expect.element(desk().getByRole('button', { name: 'Place 1 for text A' }), WAIT).toBeVisible();
    shown.push(texts());
    for (const [at, letter] of [...order].entries())
      await desk()
        .getByRole('button', { name: `Place ${String(at + 1)} for text ${letter}` })
        .click();
    await button('Keep this order').click();
    const count = String(shown.length);
    await expect.poll(() => page.getByTestId('judging-counts').element().getAttribute('data-judged'), WAIT).toBe(count);
  }
  return shown;
}

test('stand apart and averaged, with how far they agree; another’s judgements come from a file', async () => {
  await compared();
  await button('Judge blind').click();
  const [anns, bens] = [await judged('Ann', ['ABC', 'ABC']), await judged('Ben', ['ABC', 'CBA'])];
  // Everybody is shown the same, so that letters mean the same texts.
  expect(bens).toEqual(anns);
  expect(new Set(anns[1]).size).toBe(3);
  await button('Show the results').click();
  await expect.poll(judgeTable, WAIT).toHaveLength(4);
  expect(judgeTable()[0]).toEqual(['Method', 'Ann (2)', 'Ben (2)', 'Mean of the judges']);
  const [ann, ben, mean] = [shares('Ann (2)'), shares('Ben (2)'), shares('Mean of the judges')];
  for (const column of [ann, ben, mean]) expect([...column.values()].reduce((sum, one) => sum + one, 0)).toBe(100);
  // Their first places of the second task are of two methods.
  expect(ben).not.toEqual(ann);
  for (const [method, share] of mean) expect(share).toBe(((ann.get(method) ?? 0) + (ben.get(method) ?? 0)) / 2);
  // One order the same, one turned round: 3 of 6 pairs; alpha is 1 − (16 / 12) / (192 / 132).
  await expect.element(page.getByTestId('agreement')).toHaveTextContent(/^Of 2 tasks .*: 50 % .* is 0\.08\d? \(/);
  expect(await violations(null)).toEqual([]);

  // A third judge elsewhere thought as Ann did.
  const [{ name = '' } = {}] = await client.evaluations.list();
  const file = await (await client.judging.export(name, 'json')).text();
  type Kept = { readonly judgements: readonly { readonly judge: string }[] };
  const { judgements, ...rest } = JSON.parse(file) as Kept;
  const hers = judgements.filter(({ judge }) => judge === 'Ann').map((one) => ({ ...one, judge: 'Cleo' }));
  const cleos = new File([JSON.stringify({ ...rest, judgements: hers })], 'cleo.json', { type: 'application/json' });
  await page.getByLabelText('Add another judge’s JSON').upload(cleos);
  await expect.poll(() => judgeTable()[0], WAIT).toContain('Cleo (2)');
  expect(shares('Cleo (2)')).toEqual(ann);
  await expect.element(page.getByTestId('agreement')).toHaveTextContent(/: 67 % of the pairs/);
});
