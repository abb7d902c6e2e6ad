/** @file What misled newcomers on Plan and Data: what of a fork the rules do not read, the way back from it, where a refused file is told, and answers out of sight. */
import { expect, test } from 'vitest';
import { ended } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const SLOW = { timeout: 120_000 };

const { site, browser } = await openSiteAndBrowser();

test('says what the rules will not read, and leads back to the planners that it took the place of', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url);
  await page.getByTestId('watch').waitFor(SLOW);
  await page.getByTestId('fork-form').click();
  const unread = page.getByTestId('fork-unread');
  expect(await unread.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Thought' }).fill('I should know what people think of The Time Machine.');
  expect(await unread.innerText()).toContain('action only');
  await page.getByRole('textbox', { name: 'Input' }).fill('Is Forrest Gump a good film?');
  expect(await unread.allInnerTexts()).toEqual([expect.stringContaining('any other fails')]);
  // What the old input brought is not said of the new one.
  expect(await page.getByRole('textbox', { name: 'Observation' }).inputValue()).toBe('');
  await page.getByRole('button', { name: /^Run/, disabled: false }).waitFor(SLOW);
  await page.getByTestId('continue-fork').click();
  await ended(page);
  await page.getByTestId('back-to-runs').and(page.locator(':enabled')).waitFor(SLOW);
  expect(await page.locator('.tree [data-what=run]').count()).toBe(2);
  // The step came to nothing, whatever read it.
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await expect.poll(() => detail.innerText(), SLOW).toContain('nothing to use');
  await page.getByTestId('back-to-runs').click();
  await expect.poll(() => page.locator('.tree [data-what=run]').count(), SLOW).toBe(3);
  expect(await page.getByTestId('back-to-runs').count()).toBe(0);
  // So does the browser's own Back.
  await page.locator('.tree [data-what=state] .target').first().click();
  await page.getByTestId('fork-form').click();
  await page.getByTestId('continue-fork').click();
  await ended(page);
  await page.getByTestId('back-to-runs').and(page.locator(':enabled')).waitFor(SLOW);
  await page.goBack();
  await expect.poll(() => page.locator('.tree [data-what=run]').count(), SLOW).toBe(3);
  await page.close();
});

test('a file that cannot be read is refused beside the button that took it', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${site.url}#data`);
  await page.getByTestId('open-dataset').waitFor(SLOW);
  const buffer = Buffer.from('no zip at all');
  await page.getByLabel('Dataset files').setInputFiles({ name: 'junk.zip', mimeType: 'application/zip', buffer });
  const alert = page.getByRole('alert').filter({ hasText: 'junk.zip' });
  await alert.waitFor(SLOW);
  expect(await alert.count()).toBe(1);
  const [told, button] = await Promise.all([
    alert.boundingBox(),
    page.getByRole('button', { name: 'Choose files …' }).boundingBox(),
  ]);
  expect((told?.y ?? NaN) - (button?.y ?? NaN)).toBeLessThan(120);
  expect((told?.y ?? NaN) + (told?.height ?? NaN)).toBeLessThanOrEqual(720);
  await page.close();
});
