/** @file What a person does in the lab, step by step, in any browser that can be asked by script. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { now } from '../../src/core/clock.ts';
import { giveFile, press, until, type DrivenPage } from './driven-page.ts';
import type { NeededDataset } from './notebooks.ts';
import { sharedFile } from '../shared.ts';

/** Ratings of eight people, as a file of theirs. */
export const RATINGS = Buffer.from(
  [
    'user,item,rating',
    ...Array.from(
      { length: 40 },
      (_, at) => `${String(1 + (at % 8))},${String(1 + Math.floor(at / 8))},${String(1 + (at % 5))}`,
    ),
  ].join('\n'),
);

/** Opens the page at its first visit. @returns milliseconds from the navigation to the first tree */
export async function firstTree(page: DrivenPage, url: string): Promise<number> {
  const start = now();
  await page.open(url);
  await until(page, 'a tree', `return document.querySelector('[role=tree] [role=treeitem]') !== null;`, 20);
  return now() - start;
}

/** Runs what Plan starts with, to its end. */
export async function runPlanners(page: DrivenPage): Promise<void> {
  await press(page, '^Set-up$');
  await press(page, '^Run\\b');
  await until(page, 'the end', `return document.querySelector('[data-event=run-end]') !== null;`);
}

const isOpen = (name: string): string => `
  return [...document.querySelectorAll('li')].some(({ innerText }) => /${name}/i.test(innerText) && /open/.test(innerText));`;

/** Imports what was given or dropped, and waits until it is the open dataset. @param name of the file, without its ending */
export async function importsAndOpens(page: DrivenPage, name: string): Promise<void> {
  await press(page, `^Import ${name}.csv$`);
  await until(page, `${name} is open`, isOpen(name));
}

/** Imports a table of ratings by the file picker's field. */
export async function importRatings(page: DrivenPage, url: string): Promise<void> {
  await page.open(`${url}#library`);
  await giveFile(page, 'Choose files', 'own.csv', RATINGS);
  await importsAndOpens(page, 'own');
}

/** Imports a dataset of ../shared by the file picker's field, and waits until it is open. */
export async function importDataset(page: DrivenPage, url: string, { file, title }: NeededDataset): Promise<void> {
  await page.open(`${url}#library`);
  await giveFile(page, 'Choose files', basename(file), readFileSync(sharedFile(file)));
  await until(page, `${title} is open`, isOpen(title));
}

/** Trains a policy for a short while, until its curve is there. */
export async function trainPolicy(page: DrivenPage, url: string): Promise<void> {
  await page.open(`${url}#simulate`);
  await press(page, '^Training$');
  await until(
    page,
    'the number of steps',
    `const field = [...document.querySelectorAll('input')].find((one) =>
       [...(one.labels ?? [])].some((words) => words.textContent.trim().startsWith('Steps of each')) ||
       one.getAttribute('aria-label') === 'Steps of each');
     if (field === undefined) return false;
     field.value = '2048';
     field.dispatchEvent(new Event('input', { bubbles: true }));
     field.dispatchEvent(new Event('change', { bubbles: true }));
     return true;`,
  );
  await press(page, '^Train ');
  await until(page, 'a curve', `return document.querySelector('[aria-label^="Learning curves"]') !== null;`);
}
