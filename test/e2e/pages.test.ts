/** @file The pages of the papers, on a host that sends no headers, out of the zip: without JavaScript, for everybody, and every link leads somewhere. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipFolder } from '../../build/zip.ts';
import { tablePart } from '../../build/markdown-table.ts';
import { faults } from './axe.ts';
import { openBrowser, sideways, watch } from './site.ts';
import { openStaticHost, type StaticHost } from './static-host.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAPERS = ['recmind', 'macrec', 'interecagent', 'suber'];

let folder: string;
let host: StaticHost;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-zip-'));
  for (const [path, bytes] of Object.entries(unzipSync(zipFolder(join(ROOT, 'dist'), 'espalier')))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  [host, browser] = await Promise.all([openStaticHost(join(folder, 'espalier')), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = (id: string): string => `${host.url}${id}/`;
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();
const within = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');

describe.each(PAPERS)('the page /%s/', (id) => {
  test.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %i wide, %s: three headings, a picture with a name, nothing refused, nothing cut, nothing for axe',
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const misdeeds = watch(page, host);
      await page.goto(address(id), { waitUntil: 'networkidle' });
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
        'What the paper says',
        'The method in one picture',
        'What was measured here',
      ]);
      const picture = page.getByRole('img');
      expect(await picture.getAttribute('aria-labelledby')).toBe('picture-title picture-text');
      expect((await page.locator('#picture-text').textContent())?.length).toBeGreaterThan(100);
      expect(await page.getByRole('table').count()).toBeGreaterThan(0);
      expect(await sideways(page)).toBe(0);
      const spilt = await picture.evaluate((svg) => {
        const frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll('text')].map((text) => ({
          text: text.textContent,
          at: text.getBoundingClientRect(),
        }));
        return texts
          .filter(({ at }) => at.left < frame.left || at.right > frame.right || at.bottom > frame.bottom)
          .map(({ text }) => text);
      });
      expect(spilt).toEqual([]);
      expect(
        await page.evaluate(
          () =>
            getComputedStyle(document.body).fontFamily.includes('Plex') && document.fonts.check('16px "IBM Plex Sans"'),
        ),
      ).toBe(true);
      expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
      expect(await faults(page)).toEqual([]);
      await page.close();
    },
  );

  test('needs no script, carries the policy, and gives previews a title, a sentence and a picture', async () => {
    const html = await textOf(address(id));
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/ style="/);
    expect(html).toContain('content="default-src &#39;none&#39;; script-src &#39;self&#39;');
    for (const name of ['og:title', 'og:description', 'og:image']) expect(html).toContain(`property="${name}"`);
    const image = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const png = Buffer.from(await (await fetch(new URL(image, address(id)))).arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

test('every link of the pages and of the documents behind them leads to what there is', async () => {
  const seen = new Set<string>();
  const waiting = PAPERS.map(address);
  const broken: string[] = [];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const response = await fetch(url);
    if (!response.ok) broken.push(url);
    if (!response.headers.get('content-type')?.startsWith('text/html') || url === host.url) continue;
    const html = await response.text();
    for (const href of [...within(html, 'href'), ...within(html, 'src')]) {
      const target = new URL(href, url);
      const { hash } = target;
      const notebook = /^#notebook\/ready\/(.*)$/.exec(hash)?.[1];
      if (notebook !== undefined) waiting.push(`${host.url}notebooks/${notebook}.espalier.json`);
      target.hash = '';
      if (target.origin === new URL(host.url).origin) waiting.push(target.href);
      else if (!target.href.startsWith('https://arxiv.org/abs/')) broken.push(target.href);
    }
  }
  expect(broken).toEqual([]);
  for (const id of PAPERS) expect(seen).toContain(address(id));
  expect([...seen].filter((url) => url.includes('/measured/')).length).toBeGreaterThan(3);
  expect([...seen].filter((url) => url.endsWith('.espalier.json'))).toHaveLength(5);
});

test('the figures are those of the documents', async () => {
  const document = readFileSync(join(ROOT, 'docs/experiments/planners-on-ml-latest-small.md'), 'utf8');
  const under = ['rating-prediction: Equal depth', 'default'];
  const table = tablePart(document, { under, columns: ['RMSE'], rows: ['CoT'] });
  const figure = table.split('\n').at(-1)?.replaceAll('|', '').trim() ?? '';
  expect(figure).toMatch(/^\d\.\d{3} \[/);
  expect(await textOf(address('recmind'))).toContain(`<td>${figure}</td>`);
  expect(() => tablePart(document, { under, columns: ['no such column'], rows: null })).toThrow('no such column');
});

test('the lab opens out of the zip under any path, and leads to the pages', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByTestId('papers').getByRole('link', { name: 'SUBER' }).click();
  await page.waitForURL(address('suber'));
  await page.getByRole('link', { name: 'Espalier', exact: true }).click();
  await page.waitForURL(host.url);
  await page.close();
});
