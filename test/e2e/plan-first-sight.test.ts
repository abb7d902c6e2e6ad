/** @file The Plan page at first sight and on later visits: what has room, where it begins, and what stays where it was. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openSiteAndBrowser } from './opened-site.ts';
import { ended, SLOW } from './site.ts';

const { site, browser } = await openSiteAndBrowser();

async function open(width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  return page;
}

/** A page as a first visit has it: a guess is asked for, and the set-up is closed. */
async function openFirst(width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, storageState: { cookies: [], origins: [] } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  return page;
}

test('a first visit has no panes, three trees and at most 18 controls in view, and one button leads on', async () => {
  const page = await openFirst(1280, 720);
  expect(await page.getByRole('complementary').count()).toBe(0);
  expect(await page.locator('.tree [data-what=run]').count()).toBe(3);
  const controls = await page
    .locator('.workspace :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')
    .all();
  const inView: string[] = [];
  for (const control of controls) {
    const box = await control.boundingBox();
    if (box !== null && box.height > 0 && box.y < 720)
      inView.push(await control.evaluate((one) => one.outerHTML.slice(0, 60)));
  }
  expect(inView.length, inView.join('\n')).toBeLessThanOrEqual(18);
  expect(await page.getByTestId('known').getByRole('listitem').count()).toBe(5);
  expect(await page.locator('.answer .number').count()).toBe(0);

  const main = page.locator('button.main-button:visible');
  expect(await main.allInnerTexts()).toEqual(['Watch']);
  await main.click();
  await page.getByTestId('caption').filter({ hasText: 'How often does Einar' }).waitFor(SLOW);
  expect(await page.locator('.answer .number').count()).toBe(0);
  expect(await main.allInnerTexts()).toEqual(['Show answers']);
  await main.click();
  expect(await page.locator('.answer .number').count()).toBe(3);
  expect(await page.getByTestId('truth').innerText()).toContain('3.0');
  expect(await main.allInnerTexts()).toEqual(['Change something']);
  await main.click();
  await page.getByRole('complementary', { name: 'Set-up' }).waitFor(SLOW);
  await page
    .getByRole('button', { name: /^Run 3 planners/ })
    .and(page.locator(':enabled'))
    .waitFor(SLOW);
  expect(await main.allInnerTexts()).toEqual(['Run 3 planners']);
  await page.close();
});

test('a step opens beside its column and moves nothing, and Escape leads back to it', async () => {
  const page = await openFirst(1440, 900);
  const step = page.locator('.tree .mark[data-run="1"]').first();
  const before = await step.locator('.ring').boundingBox();
  await step.locator('.target').click();
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await detail.getByTestId('fork-form').waitFor(SLOW);
  expect(await step.locator('.ring').boundingBox()).toEqual(before);
  const [panel, column] = await Promise.all([detail.boundingBox(), page.locator('.column').nth(1).boundingBox()]);
  expect((panel?.x ?? 0) - (column?.x ?? 0) - (column?.width ?? 0)).toBeLessThan(30);
  expect(panel?.x).toBeGreaterThanOrEqual((column?.x ?? 0) + (column?.width ?? 0));
  await detail.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached', ...SLOW });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('mark-1-0.0');
  await page.close();
});

test('a later visit with another set-up has the recorded case too, whole and at once', async () => {
  const page = await open(1440, 900);
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('21');
  await seed.press('Enter');
  await page
    .locator('.tree .answer .number')
    .first()
    .waitFor({ state: 'detached', ...SLOW });
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  expect(await page.getByTestId('caption').count()).toBe(0);
  await seed.waitFor(SLOW);
  expect(await seed.inputValue()).toBe('21');
  expect(await page.locator('.tree .answer .number').count()).toBe(3);
  await page.close();
});

test('after a visit with runs of one’s own they are one press away', async () => {
  const page = await open(1440, 900);
  const person = page.getByRole('button', { name: 'Einar Copperfield' });
  await person.click(SLOW);
  await page.getByRole('listbox', { name: 'People' }).getByRole('option').nth(3).click(SLOW);
  const runs = page.getByRole('button', { name: /^Run \d planners/ }).and(page.locator(':enabled'));
  await runs.click(SLOW);
  await ended(page);
  const asked = await page.getByRole('heading', { level: 1 }).innerText();
  await page.reload();
  await page.getByTestId('watch').waitFor(SLOW);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Einar');
  await page.getByTestId('open-kept').click(SLOW);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText(), SLOW).toBe(asked);
  expect(await page.locator('.tree [data-what=run]').count()).toBe(3);
  expect(await page.getByTestId('open-kept').count()).toBe(0);
  await page.close();
});
