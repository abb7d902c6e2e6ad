/** @file Files that a page saves, as the browser wrote them. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { engineOfTests } from '../browsers.ts';

const SLOW = { timeout: 150_000 };

/**
 * Where browsers put what pages save. Firefox gives what a link saves no number, by which Playwright would know it, so that its files are
 * found here.
 */
export const SAVED_FILES = mkdtempSync(join(tmpdir(), 'espalier-saved-'));

/** A file that was saved. */
export interface SavedFile {
  /** As the browser named it. */
  readonly name: string;
  readonly content: Buffer;
}

/** Firefox reserves a name with an empty file, and writes into another until it has all. */
async function fromFolder(): Promise<SavedFile> {
  for (const until = performance.now() + SLOW.timeout; performance.now() < until; await wait(50)) {
    const [name, ...others] = readdirSync(SAVED_FILES);
    if (name === undefined || others.length > 0) continue;
    const content = await readFile(join(SAVED_FILES, name));
    if (content.length === 0) continue;
    await rm(join(SAVED_FILES, name));
    return { name, content };
  }
  throw new Error(`Nothing was saved; there is ${readdirSync(SAVED_FILES).join(', ')}`);
}

/**
 * The one file that the page saves when this is done.
 * @throws Error where nothing is saved
 */
export async function savedBy(page: Page, act: () => Promise<unknown>): Promise<SavedFile> {
  if (engineOfTests() === 'firefox') {
    await act();
    return fromFolder();
  }
  const [file] = await Promise.all([page.waitForEvent('download', SLOW), act()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Tells whether the page has saved anything since. */
export function watchSaved(page: Page): () => boolean {
  let isSaved = false;
  page.on('download', () => (isSaved = true));
  return () => isSaved || (engineOfTests() === 'firefox' && readdirSync(SAVED_FILES).length > 0);
}
