/**
 * @file Draws the README's picture and those that previews of links show again, from the built site:
 * `npm run build && node --import tsx test/make-previews.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { serveSite } from '../src/cli/serve/serve-site.ts';
import { findChromium } from './chromium.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = resolve(ROOT, 'public/previews');
/** What previews of links are said to be by the pages. */
const SIZE = { width: 1200, height: 630 };

const LAYOUT = `
  header, footer, .skip, .cite, .go, section:not(.picture), .picture > h2 { display: none; }
  main { max-width: none; margin: 0; padding: 0; }
  article.paper { display: grid; grid-template-columns: 1fr 610px; align-items: center; height: 630px; padding: 0 16px 0 64px; }
  .paper > .wide { grid-column: 1; grid-row: 1; }
  .paper > .picture { grid-column: 2; grid-row: 1; }
  .paper > .picture figure { width: 586px; margin: 0; padding: 0; border: 0; background: none; }
  .paper h1 { font-size: 50px; }
  h1::after { content: 'Espalier'; display: block; margin-top: 28px; font-size: 26px; color: var(--leaf); }
`;

mkdirSync(FOLDER, { recursive: true });
const site = await serveSite(resolve(ROOT, 'dist'), { port: 0, models: null });
const browser = await chromium.launch(findChromium());
try {
  const context = await browser.newContext({
    viewport: SIZE,
    bypassCSP: true,
    colorScheme: 'light',
    serviceWorkers: 'block',
  });
  for (const [name, title] of [
    ['recmind', null],
    ['macrec', null],
    ['interecagent', null],
    ['suber', null],
    ['espalier', 'A lab for recommenders that plan with a language model'],
  ] as const) {
    const page = await context.newPage();
    await page.goto(`${site.url}${title === null ? name : 'recmind'}/`);
    await page.addStyleTag({ content: LAYOUT });
    if (title !== null) await page.locator('h1').evaluate((heading, text) => (heading.textContent = text), title);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    writeFileSync(resolve(FOLDER, `${name}.png`), await page.screenshot());
    await page.close();
  }
  // The case that the Plan page opens with, shown at once.
  const page = await browser.newPage({
    viewport: { width: 1440, height: 960 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await page.goto(site.url);
  await page.locator('[role=treeitem]').last().waitFor();
  // What is built the first time is told at the top.
  await page.waitForTimeout(20_000);
  await page.locator('progress').waitFor({ state: 'detached', timeout: 120_000 });
  // The answers are what it is about.
  await page.getByRole('button', { name: 'skip', exact: true }).click();
  await page.locator('.tree .number').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: resolve(ROOT, 'docs/images/plan.png') });
} finally {
  await browser.close();
  await site.close();
}
