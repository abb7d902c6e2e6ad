/** @file What the tests of notebooks begin with: the real lab, links of cells, and the page that follows one. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LabClient } from '../../src/client/lab.ts';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import App from '../../src/ui/App.svelte';

/** How long a test waits for the lab. */
export const WAIT = { timeout: 60_000 };

const dataset = { name: 'synthetic-films' };
/** One person's task with the planner that is done soonest. */
export const spec = {
  dataset,
  tasks: { name: 'rating-prediction', options: { users: [1] } },
  recommender: { options: { planner: 'input-output' } },
};

/** Removes what a test kept. */
export async function emptyShelf({ kept }: LabClient): Promise<void> {
  location.hash = '#learn';
  for (const { id } of await kept.list()) await kept.remove(id);
}

/** The link of a notebook with these cells. */
export const linkOf = (cells: readonly object[], more: object = {}): string =>
  `#nb=${encodeNotebook(validateNotebook({ version: 1, title: 'A notebook', cells, ...more }))}`;

/** Renders the page at an address. */
export async function openPage(client: LabClient, hash: string): Promise<void> {
  location.hash = hash;
  render(App, { client });
  await expect.element(page.getByRole('heading', { level: 1 }).first(), WAIT).toBeInTheDocument();
}

/** Presses the first button of a name. */
export const press = (name: RegExp | string): Promise<void> => page.getByRole('button', { name }).first().click();

/** What a selector finds in a cell. */
export const inCell = (id: string, selector: string): readonly Element[] => [
  ...document.querySelectorAll(`#cell-${id} ${selector}`),
];
