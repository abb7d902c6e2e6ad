/** @file The QR code of a link, read from the screen as a camera would by another library. */
import { createRequire } from 'node:module';
import type jsQR from 'jsqr';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { openBrowser, openSite, type Site } from './site.ts';

const READER = createRequire(import.meta.url).resolve('jsqr');
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** What a camera reads in a picture. @param page one without a policy against scripts */
async function scanned(page: Page, png: Buffer): Promise<string | undefined> {
  await page.addScriptTag({ path: READER });
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    const reader = (window as unknown as { jsQR: typeof jsQR }).jsQR;
    return reader(pixels, bitmap.width, bitmap.height)?.data;
  }, png.toString('base64'));
}

/** Words that packing hardly makes shorter. */
const noiseOf = (words: number): string =>
  Array.from({ length: words }, (_, at) => ((at * 2_654_435_761) % 4_294_967_291).toString(36)).join(' ');

test.each([
  { words: 1, width: 1440, deviceScaleFactor: 1, colorScheme: 'light' },
  { words: 120, width: 1440, deviceScaleFactor: 1, colorScheme: 'dark' },
  { words: 300, width: 1440, deviceScaleFactor: 1, colorScheme: 'light' },
  { words: 120, width: 390, deviceScaleFactor: 3, colorScheme: 'dark' },
] as const)(
  'the code of a link with $words words is read at $width px, $colorScheme',
  async ({ words, width, ...look }) => {
    const cells = [{ id: 'text', type: 'text', text: noiseOf(words) }];
    const hash = `#nb=${encodeNotebook(validateNotebook({ version: 1, title: 'For a class', cells }))}`;
    const context = await browser.newContext({ viewport: { width, height: 1000 }, ...look });
    const page = await context.newPage();
    await page.goto(`${site.url}${hash}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('img', { name: 'QR code of the link' });
    await code.scrollIntoViewIfNeeded();
    const picture = await code.screenshot();
    expect(await scanned(await context.newPage(), picture)).toBe(`${site.url}${hash}`);
    await context.close();
  },
);
