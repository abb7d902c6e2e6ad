/** @file The models of the Library of the built site, as a person uses it: a mirror is typed in, models come, go and plan. */
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeWithShared, sharedFile } from '../shared.ts';
import { openMirror, type ModelMirror } from './model-mirror.ts';
import { type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const { site, browser } = await openSiteAndBrowser();

let context: BrowserContext;
let page: Page;
let misdeeds: Misdeeds;

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  misdeeds = watch(page, site);
  await page.goto(`${site.url}#library/models`);
  await button(/^Show all/).click(SLOW);
});
afterEach(() => context.close());

/** The state of a model whose files are all here. */
const ready = (of: Page): Locator => of.locator('[data-testid=condition].ready');

const button = (name: RegExp | string) => page.getByRole('button', { name });

describe('the models of the Library', () => {
  test('says in words why a source cannot be used, and names the file', async () => {
    await page.getByTestId('sources').click();
    await page.getByLabel('another address').check();
    await page.getByLabel('Address of the models').fill('http://127.0.0.1:9/');
    await button(/^Get all-MiniLM-L6-v2/).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /config\.json .* 127\.0\.0\.1:9/ })
      .waitFor(SLOW);
    await page.getByLabel('this site’s own folder models/').check();
    await button(/^Get all-MiniLM-L6-v2/).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /config\.json of all-MiniLM-L6-v2 is not in .*models/ })
      .waitFor(SLOW);
    expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('MiniLM')))).toEqual(
      [],
    );
  }, 320_000);
});

describeWithShared('models from a mirror', ['models/all-MiniLM-L6-v2', 'models/SmolLM2-135M-Instruct'], () => {
  let mirror: ModelMirror;
  beforeEach(async () => {
    mirror = await openMirror(sharedFile('models'));
    await page.getByTestId('sources').click();
    await page.getByLabel('another address').check();
    await page.getByLabel('Address of the models').fill(mirror.url);
  });
  afterEach(() => mirror.close());

  test('come with their progress, are stopped, come, are listed after a reload, and go', async () => {
    mirror.bytesPerSecond = 1_000_000;
    await button(/^Get all-MiniLM-L6-v2/).click();
    await page
      .getByTestId('job-amount')
      .filter({ hasText: /([3-9]|1\d)\.\d MB of 23\.4 MB/ })
      .waitFor(SLOW);
    expect(await page.getByTestId('job-phase').textContent()).toBe(
      'Fetching onnx/model_quantized.onnx of all-MiniLM-L6-v2',
    );
    await button('Stop all-MiniLM-L6-v2').click();
    await button(/^Get all-MiniLM-L6-v2/).waitFor(SLOW);
    mirror.bytesPerSecond = null;
    await button(/^Get all-MiniLM-L6-v2/).click();
    await ready(page).waitFor(SLOW);
    await page.reload();
    await ready(page).waitFor(SLOW);
    await page.getByTestId('models-kept').filter({ hasText: '23.4 MB' }).waitFor(SLOW);
    await button('Remove all-MiniLM-L6-v2').click();
    await button('Remove 23.4 MB').click();
    await button(/^Get all-MiniLM-L6-v2/).waitFor(SLOW);
    expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('MiniLM')))).toEqual(
      [],
    );
    expect(misdeeds.errors).toEqual([]);
  }, 320_000);

  test('plan: SmolLM2 is got, chosen, and answers one task with the mirror gone', async () => {
    await button(/^Get SmolLM2 135M Instruct/).click();
    await ready(page).waitFor(SLOW);
    await button('Use SmolLM2 135M Instruct as agent').click();
    await mirror.close();
    mirror = await openMirror(sharedFile('models'));
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Chain-of-Thought/ }).waitFor(SLOW);
    // One call: how it plans is tested with fewer tokens elsewhere.
    await page.getByRole('checkbox', { name: /^Input–output/ }).check();
    for (const planner of ['Chain-of-Thought', 'Tree-of-Thoughts', 'Self-Inspiring']) {
      const box = page.getByRole('checkbox', { name: new RegExp(planner) }).and(page.locator(':checked'));
      if ((await box.count()) > 0) await box.first().uncheck();
    }
    await button(/^Run Input/).click();
    await page.locator('[data-testid=now][data-event=run-end]').waitFor({ timeout: 300_000 });
    await page.getByTestId('planned-by').filter({ hasText: 'SmolLM2 135M Instruct' }).waitFor(SLOW);
    expect(mirror.requests).toEqual([]);
    expect(misdeeds.errors).toEqual([]);
  }, 600_000);
});
