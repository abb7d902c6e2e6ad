/**
 * @file A link that names a mirror, in the built site with the real WebLLM library and a card that the processor imitates: what
 * its banner says, what is asked before and after the person agrees, and where the agreement is taken back.
 */
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { findChromium } from '../chromium.ts';
import { startModelServer, type ModelServer } from '../models/web-llm/model-server.ts';
import { openSite, type Site, SLOW, watch } from './site.ts';

const ID = 'Llama-3.2-1B-Instruct-q4f32_1-MLC';
/** A model that nothing is kept of. */
const OTHER_ID = 'SmolLM2-360M-Instruct-q4f32_1-MLC';
const IMITATED_CARD = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-webgpu-adapter=swiftshader',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

let site: Site;
let browser: Browser;
let mirror: ModelServer;
beforeAll(async () => {
  site = await openSite();
  mirror = await startModelServer(`/w/${ID}/`);
  const { args, ...launch } = findChromium();
  browser = await chromium.launch({ ...launch, args: [...args, ...IMITATED_CARD] });
});
afterAll(async () => {
  await browser.close();
  await mirror.close();
  await site.close();
});

const linkTo = (origin: string, id = ID): string =>
  `${site.url}#nb=${encodeNotebook(
    validateNotebook({
      version: 1,
      title: 'Five planners',
      cells: [
        {
          id: 'run',
          type: 'run',
          spec: {
            dataset: { name: 'synthetic-films' },
            tasks: { name: 'rating-prediction', options: { users: [1] } },
            recommender: { options: { planner: 'input-output' } },
            model: {
              name: `web-llm/${id}`,
              options: { modelUrl: `${origin}/w/${id}`, libraryUrl: `${origin}/library.wasm` },
            },
          },
        },
      ],
    }),
  )}`;

test('a link’s mirror is named before anything runs, asked only once it was agreed to, and can be taken back', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const misdeeds = watch(page, site);
  const { host } = new URL(mirror.origin);
  await page.goto(linkTo(mirror.origin));
  const asks = page.getByTestId('network-asks');
  await asks.getByText(host, { exact: true }).waitFor(SLOW);
  await asks.locator('[data-gets=files]', { hasText: /Llama[ -]3\.2[ -]1B[ -]Instruct/ }).waitFor(SLOW);

  const run = page.getByRole('button', { name: 'Run run' });
  await run.click();
  await page.locator('[data-code=network-off]').first().waitFor(SLOW);
  expect(mirror.asked).toEqual([]);
  expect(misdeeds.foreignRequests).toEqual([]);

  // The notebook is a copy by now, and still says what it would ask.
  await asks.getByRole('button', { name: 'Agree' }).click();
  await expect.poll(() => asks.count(), SLOW).toBe(0);
  await run.click();
  await expect.poll(() => mirror.asked.some((path) => path.endsWith('.wasm')), SLOW).toBe(true);

  await page.goto(`${site.url}#library/models`);
  const addresses = page.getByRole('region', { name: 'Addresses' });
  await addresses.getByText(host, { exact: true }).waitFor(SLOW);
  // Another notebook with the same mirror asks nothing new; one with another mirror does.
  await page.goto(linkTo(mirror.origin, OTHER_ID));
  await asks.getByTestId('agreed').waitFor(SLOW);
  const other = new URL('https://another.example');
  await page.goto(linkTo(other.origin));
  await asks.getByText(other.host, { exact: true }).waitFor(SLOW);
  expect(await asks.getByRole('button', { name: 'Agree' }).count()).toBe(1);

  await page.goto(`${site.url}#library/models`);
  // What the mirror sent is a row of its own, and stands for nothing else.
  await page.getByRole('heading', { name: `Llama 3.2 1B Instruct (q4f32_1), from ${host}` }).waitFor(SLOW);
  expect(await page.getByRole('option', { name: /Llama 3\.2 1B/ }).count()).toBe(0);
  await addresses.getByRole('button', { name: `Take back what ${host} gets` }).click();
  await addresses.getByTestId('no-addresses').waitFor();
  await page.goto(linkTo(mirror.origin, OTHER_ID));
  await asks.getByRole('button', { name: 'Agree' }).waitFor(SLOW);
  expect(misdeeds.errors.filter((text) => text.includes('svelte.dev'))).toEqual([]);
  await context.close();
}, 240_000);
