/** @file The built site, served as `npm start` serves it, and a browser to open it in. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { serveSite } from '../../src/cli/serve/serve-site.ts';
import { launchBrowser } from '../browsers.ts';
import { typeIntoFields } from '../typed-fields.ts';
import { SAVED_FILES } from './saved-files.ts';
import { asksForNoGuess, settingsWithoutGuesses } from './no-guesses.ts';

typeIntoFields();

const ROOT = resolve(import.meta.dirname, '../..');

/** How long a page on a busy machine may take for one thing, in milliseconds. */
export const SLOW = { timeout: 150_000 };

/** A site under test. */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `dist`, on a free port so that a site that somebody looks at is left alone. */
export async function openSite(): Promise<Site> {
  if (!existsSync(resolve(ROOT, 'dist/index.html'))) throw new Error('There is no build to test: npm run build');
  const site = await serveSite(resolve(ROOT, 'dist'), { port: 0, models: process.env['ESPALIER_MODELS'] ?? null });
  asksForNoGuess(site.url);
  return site;
}

/**
 * Starts the browser of the tests. Its pages have no service worker unless a context allows them: 27 MB would be fetched for each
 * test, and what a service worker answers is not seen by a test that watches requests. Nor does anything move: a first run would be
 * played slowly. Nor does a page ask for a guess before it shows answers.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser(undefined, { downloads: SAVED_FILES });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const storageState = settingsWithoutGuesses();
    const context = await newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', storageState, ...options });
    context.setDefaultTimeout(SLOW.timeout);
    return context;
  };
  browser.newPage = async (options) => (await browser.newContext(options)).newPage();
  return browser;
}

/** An enabled button: what a page that is ready has. */
export const enabled = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true, disabled: false });

/** The bar of a notebook that is kept; that of an original's copy alone, where one is meant. */
export const keptBar = (page: Page, isCopy = false): Locator =>
  page.locator(`[data-testid=saving][data-saving=saved]${isCopy ? '[data-copy=true]' : ''}`);

/** Waits until all that the Plan page was told to run has ended: while it goes on, the button is Stop. */
export async function ended(page: Page): Promise<void> {
  await page.locator('[data-testid=now][data-event=run-end]').waitFor();
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).first().waitFor();
}

/** How many pixels of a page lie beside its window, so that it scrolls sideways. A scroll bar takes some of the width in Firefox. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What a page did that a local-first page under a strict policy must not do. */
export interface Misdeeds {
  readonly foreignRequests: readonly string[];
  readonly failedRequests: readonly string[];
  readonly errors: readonly string[];
}

/** Watches a page, from before its first request; a refusal by the policy is one of the errors in its console. */
export function watch(page: Page, site: { readonly url: string }): Misdeeds {
  const foreignRequests: string[] = [];
  const failedRequests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isLocal = origin === new URL(site.url).origin || protocol === 'data:' || protocol === 'blob:';
    if (!isLocal) foreignRequests.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failedRequests.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { foreignRequests, failedRequests, errors };
}
