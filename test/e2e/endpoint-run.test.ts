import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { startDouble, type EndpointDouble } from '../models/endpoint/double.ts';
import { leastReply } from '../models/endpoint/least-reply.ts';
import { savedBy } from './saved-files.ts';
import { ended, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const KEY = 'a-key-of-nobody';

let page: Page;
let endpoint: EndpointDouble;

const { site, browser } = await openSiteAndBrowser();
beforeEach(async () => {
  endpoint = await startDouble({ reply: leastReply, key: KEY });
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await endpoint.close();
});

test('an endpoint is checked, chosen as the agent and asked, and its key stays out of the trace', async () => {
  const misdeeds = watch(page, site);
  await page.goto(`${site.url}#library/models`);
  const form = page.getByRole('region', { name: 'Your own endpoint' });
  await form.getByLabel('Address', { exact: true }).waitFor(SLOW);
  expect(endpoint.asked).toEqual([]);

  await form.getByLabel('Address', { exact: true }).fill(endpoint.baseUrl);
  await form.getByLabel('Model', { exact: true }).fill('tiny:latest');
  await form.getByLabel(/^Key/).fill(KEY);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Add to my models' }).click();
  await page.getByRole('button', { name: /^Use tiny.* agent$/ }).click(SLOW);

  await page.getByRole('link', { name: 'Plan' }).click();
  await page.getByRole('button', { name: /^Run/ }).click(SLOW);
  await ended(page);
  await page.getByTestId('not-reproducible').waitFor(SLOW);
  expect(endpoint.chats().length).toBeGreaterThan(1);

  await page.getByTestId('file-menu').click();
  const button = page.getByRole('button', { name: /^Save .* as events \(JSON Lines\)$/ });
  const saved = await savedBy(page, () => button.click());
  // Runs of several planners come in one zip.
  const files = Object.values(unzipSync(saved.content));
  const texts = files.map((file) => new TextDecoder().decode(file));
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join('')).not.toContain(KEY);
  const events = texts.flatMap((text) => parseTrace(text));
  expect(events.some(({ type }) => type === 'answer')).toBe(true);
  const call = events.find((event) => event.type === 'model-call');
  expect(call).toMatchObject({ model: 'endpoint/tiny:latest', provenance: { model: 'tiny:latest' } });
  expect(misdeeds.errors).toEqual([]);
}, 400_000);
