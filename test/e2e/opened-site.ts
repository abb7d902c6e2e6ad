/** @file The built site and a browser for all tests of a file: what most of them begin with. */
import type { Browser } from 'playwright';
import { afterAll } from 'vitest';
import { openBrowser, openSite, type Site } from './site.ts';

/** Opens both, and closes them behind the last test of the file that calls it, at its top level. */
export async function openSiteAndBrowser(): Promise<{ readonly site: Site; readonly browser: Browser }> {
  const [site, browser] = await Promise.all([openSite(), openBrowser()]);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  return { site, browser };
}
