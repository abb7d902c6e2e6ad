/** @file What one tab runs is followed in another, on the built site, and taken over there with one button. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDouble, type Asked, type EndpointDouble } from '../models/endpoint/double.ts';
import { leastReply } from '../models/endpoint/least-reply.ts';
import { openSiteAndBrowser } from './opened-site.ts';

const SLOW = { timeout: 120_000 };
const LONG = { timeout: 420_000 };
let context: BrowserContext;

const { site, browser } = await openSiteAndBrowser();
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
});
afterEach(() => context.close());

async function opened(place: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.url}${place}`);
  return page;
}

const elsewhere = (page: Page) => page.getByTestId('elsewhere');
const follows = (page: Page): Promise<void> => elsewhere(page).waitFor(SLOW);
const works = (page: Page): Promise<void> => elsewhere(page).waitFor({ state: 'detached', ...SLOW });
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click(SLOW);

async function set(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel(label, { exact: true }).blur();
}

test('an evaluation is followed, taken over where it stands, and followed by the tab that began it', LONG, async () => {
  const results = (page: Page) => page.getByRole('region', { name: 'Results' });
  /** Tasks in the table, read at one moment: rows and columns come and go while results arrive. 0 before it stands. */
  const done = (page: Page): Promise<number> =>
    results(page).evaluate((region) => {
      const heads = [...region.querySelectorAll('thead th')].map((head) => head.textContent.trim());
      const column = heads.indexOf('Tasks');
      const rows = column < 0 ? [] : [...region.querySelectorAll('tbody tr')];
      return rows.reduce((sum, row) => sum + (Number.parseInt(row.children[column]?.textContent ?? '', 10) || 0), 0);
    });
  const one = await opened('#compare');
  await one.getByRole('button', { name: /^Run \d+/ }).waitFor(SLOW);
  await set(one, 'People', '200');
  await press(one, /^Run \d+ tasks/);
  await expect.poll(() => done(one), SLOW).toBeGreaterThan(0);

  const other = await opened('#compare');
  await follows(other);
  expect(await other.getByRole('button', { name: /^(Run|Go on)/ }).isDisabled()).toBe(true);
  await expect.poll(() => done(other), SLOW).toBeGreaterThan(0);
  const first = await done(other);
  await expect.poll(() => done(other), SLOW).toBeGreaterThan(first);
  await press(other, /^Remove \d+ methods/);
  await other.locator('[role=alert][data-code=open-elsewhere]').waitFor(SLOW);

  const before = await done(other);
  await elsewhere(other).getByRole('button').click();
  await works(other);
  await follows(one);
  await other.getByRole('button', { name: 'Stop', exact: true }).waitFor(SLOW);
  await expect.poll(() => done(other), SLOW).toBeGreaterThan(before);
  const there = await done(one);
  await expect.poll(() => done(one), SLOW).toBeGreaterThan(there);

  // And back, as often as one likes.
  await elsewhere(one).getByRole('button').click();
  await works(one);
  await follows(other);
  await press(one, 'Stop');
  await works(other);
  expect(await done(one)).toBeGreaterThanOrEqual(there);
});

test(
  'an ablation of agents is worked on in one tab, and Compare follows it in the other and takes it over',
  LONG,
  async () => {
    const one = await opened('#agents');
    await one.getByRole('button', { name: 'Run the agents' }).and(one.locator(':enabled')).waitFor(SLOW);
    await set(one, 'People to compare on', '600');
    await set(one, 'Name', 'worth');
    await press(one, 'Switch each agent off and compare');
    const rows = one.getByRole('table').locator('tbody tr');
    await expect.poll(() => rows.count(), SLOW).toBeGreaterThan(0);

    const other = await opened('#compare');
    await press(other, /^worth/);
    await follows(other);
    await elsewhere(other).getByRole('button').click();
    await works(other);
    await one.getByRole('button', { name: 'Run the agents' }).and(one.locator(':enabled')).waitFor(SLOW);
    await press(other, 'Stop');
  },
);

test(
  'a training is followed, taken over from its checkpoint, and free again where its tab is closed',
  LONG,
  async () => {
    const points = (page: Page): Promise<number> => page.locator('.plot circle').count();
    const goOn = (page: Page) => page.getByRole('button', { name: 'Go on', exact: true });
    const grows = async (page: Page): Promise<void> => {
      const before = await points(page);
      await expect.poll(() => points(page), SLOW).toBeGreaterThan(before);
    };
    const one = await opened('#simulate');
    await press(one, 'Training');
    await set(one, 'People', '4');
    for (const policy of ['A2C', 'Popularity', /^Oracle the/, 'Random'])
      await one.getByRole('checkbox', { name: policy }).click();
    await set(one, 'Steps of each', '10000000');
    await set(one, 'Seeds, a run for each', '1');
    await press(one, 'Train 1 × 1');
    await grows(one);

    const other = await opened('#simulate');
    await press(other, 'Training');
    await press(other, 'LinUCB × 1 seed');
    await follows(other);
    expect(await goOn(other).count()).toBe(0);
    await grows(other);
    await press(other, 'Remove the training of LinUCB × 1 seed');
    await other.locator('[role=alert][data-code=open-elsewhere]').waitFor(SLOW);

    const before = await points(other);
    await elsewhere(other).getByRole('button').click();
    await works(other);
    await follows(one);
    await other.getByRole('button', { name: 'Pause', exact: true }).waitFor(SLOW);
    await grows(other);
    await grows(one);
    expect(await points(one)).toBeGreaterThanOrEqual(before);

    // No farewell, as where a tab crashes.
    await other.close();
    await works(one);
    await goOn(one).click();
    await grows(one);
  },
);

/** Replies that take the first action that is offered for the next so many steps, and then end the plan. */
function stepper(): { steps: number; readonly reply: (body: Asked['body']) => readonly string[] } {
  const own = {
    steps: 0,
    reply(body: Asked['body']): readonly string[] {
      const [text = ''] = leastReply(body);
      const first = /"action":\{[^}]*"enum":\["([^"]+)"/.exec(JSON.stringify(body['response_format'] ?? {}))?.[1];
      if (first === undefined || own.steps === 0) return [text];
      own.steps -= 1;
      return [JSON.stringify({ ...(JSON.parse(text) as object), action: first })];
    },
  };
  return own;
}

test('a run grows in another tab as it does here, and is run again where that tab takes it over', LONG, async () => {
  const planner = stepper();
  /** Chats that wait for their reply; one at a time is let through, or all of them. */
  const waiting: (() => void)[] = [];
  let isOpen = true;
  const gate = (): Promise<void> =>
    isOpen ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve));
  const letOne = async (): Promise<void> => {
    await expect.poll(() => waiting.length, SLOW).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  const endpoint: EndpointDouble = await startDouble({ reply: planner.reply, gate });
  const states = (page: Page): Promise<number> => page.locator('g.mark').count();
  const kept = (page: Page) => page.locator('details:has([data-testid=earlier-runs])');

  const one = await opened('#models');
  const form = one.getByRole('region', { name: 'Your own endpoint' });
  await form.getByLabel('Address', { exact: true }).fill(endpoint.baseUrl, SLOW);
  await form.getByLabel('Model', { exact: true }).fill('tiny:latest');
  await press(one, 'Check the connection');
  await press(one, 'Add to my models');
  await one.getByRole('button', { name: /^Switch off tiny/ }).waitFor(SLOW);
  await one.getByLabel('Agent', { exact: true }).selectOption('endpoint/tiny:latest');
  await one.getByRole('link', { name: 'Plan' }).click();
  for (const name of ['Tree-of-Thoughts (BFS)', 'Tree-of-Thoughts (DFS)', 'Self-Inspiring']) {
    const box = one.getByRole('checkbox', { name, exact: true });
    if (await box.isChecked(SLOW)) await box.uncheck();
  }
  planner.steps = 3;
  isOpen = false;
  await press(one, /^Run/);
  // Before a first run it is tried whether the model answers to a schema.
  await letOne();
  await expect.poll(() => waiting.length, SLOW).toBe(1);

  const other = await opened('#models');
  await press(other, 'Switch on tiny:latest');
  await other.getByRole('link', { name: 'Plan' }).click();
  await kept(other).locator('summary').click(SLOW);
  const growing = kept(other).getByRole('listitem').filter({ hasText: 'running' });
  await growing.getByRole('button').first().click(SLOW);
  await follows(other);
  expect(await states(other)).toBe(await states(one));

  for (let grown = 0; grown < 2; grown += 1) {
    const before = await states(one);
    // A state asks for more than its thought: for its query and the sentence, too.
    while ((await states(one)) === before) {
      await letOne();
      await expect.poll(() => waiting.length, SLOW).toBe(1);
    }
    await expect.poll(() => states(other), SLOW).toBe(await states(one));
  }

  planner.steps = 1;
  await press(other, 'Stop it there and run it here');
  await works(other);
  await follows(one);
  isOpen = true;
  for (const go of waiting.splice(0)) go();
  for (const page of [other, one]) await page.locator('.answer .number').waitFor(SLOW);
  await works(one);
  expect(await states(one)).toBe(await states(other));
  await kept(one).locator('summary').click();
  await kept(one).locator('[data-outcome=aborted]').waitFor(SLOW);
  expect(await kept(one).getByRole('listitem').count()).toBe(2);
  await endpoint.close();
});
