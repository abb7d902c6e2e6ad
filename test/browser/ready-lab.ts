/** @file The real lab as most tests of a page begin with it. */
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { REASONER_ID } from '../../src/core/reasoner-name.ts';
import { connectLab } from '../../src/client/create-lab-client.ts';
import type { LabClient } from '../../src/client/lab.ts';

/**
 * The lab with its first dataset open and its reasoner fitted. Each test of the file that asks for it, at its top level, begins at a fresh
 * page and leaves nothing kept.
 */
export async function readyLab(): Promise<LabClient> {
  const client = connectLab();
  beforeEach(async () => {
    await page.viewport(1440, 900);
    location.hash = '';
    localStorage.clear();
  });
  afterEach(async () => {
    for (const { id } of await client.list()) await client.remove('experiment', id);
    document.documentElement.removeAttribute('data-theme');
  });
  const { defaultSpec, defaultDataset } = await client.describe();
  const slow = { onProgress: () => undefined, signal: new AbortController().signal };
  await client.open(defaultDataset, slow);
  await client.prepare(defaultSpec, slow);
  return client;
}

/** Sets up the rules with three planners that ask them differently, in place of the language model that Plan opens with. */
export async function chooseRules(): Promise<void> {
  await page.getByRole('combobox', { name: 'Agent' }).selectOptions(REASONER_ID);
  for (const name of ['Input–output', 'Tree-of-Thoughts (BFS)', 'Tree-of-Thoughts (DFS)', 'Self-Inspiring'])
    await page.getByRole('checkbox', { name, exact: true }).click();
}
