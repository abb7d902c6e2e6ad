/** @file Draws the icons of the installed page anew: `node --import tsx test/make-icons.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from './chromium.ts';

const FOLDER = resolve(import.meta.dirname, '../public/icons');
const SIZES = [180, 192, 512];

const svg = readFileSync(resolve(FOLDER, 'espalier.svg'), 'utf8');
const browser = await chromium.launch(findChromium());
try {
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    writeFileSync(resolve(FOLDER, `espalier-${String(size)}.png`), await page.screenshot());
    await page.close();
  }
} finally {
  await browser.close();
}
