/** @file What is chosen, opened and written on each page is there again after a reload, and nothing of what was said to anybody. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseFolder } from './choose-folder.ts';
import { enabled, type Misdeeds, SLOW, watch } from './site.ts';
import { openSiteAndBrowser } from './opened-site.ts';

let page: Page;
let misdeeds: Misdeeds;

const { site, browser } = await openSiteAndBrowser();
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  misdeeds = watch(page, site);
});
afterEach(async () => {
  await page.context().close();
  expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
});

const button = (name: RegExp | string): Locator => page.getByRole('button', { name });
const choice = (name: RegExp | string): Locator => page.getByRole('combobox', { name, exact: true });
const box = (name: RegExp | string): Locator => page.getByRole('checkbox', { name, exact: true });
const field = (name: string): Locator => page.getByLabel(name, { exact: true });

/** Types as a person does: the field is not left. */
async function type(into: Locator, text: string): Promise<void> {
  await into.click();
  await into.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens a place and waits for what it has. */
async function open(place: string, sign: Locator): Promise<void> {
  await page.goto(`${site.url}#${place}`);
  await sign.waitFor(SLOW);
}

async function reload(sign: Locator): Promise<void> {
  await page.reload();
  await sign.waitFor(SLOW);
}

const value = (of: Locator): Promise<string> => of.inputValue(SLOW);
const kept = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));

test('Plan: the question, the person, planners, dials and where answers come from', { timeout: 300_000 }, async () => {
  const ready = button(/^Run/).and(page.locator(':enabled'));
  await open('plan', ready);
  await choice('Steps').selectOption('7');
  await choice('Agent').selectOption('built-in/reasoner');
  await choice('Preset').selectOption({ index: 1 });
  const preset = await value(choice('Preset'));
  await box('Chain-of-Thought').uncheck();
  await page.getByRole('radio', { name: 'everything it explored' }).check();
  await page.getByTestId('Tools').click();
  await choice('Search in').selectOption('meaning');
  const picker = page.locator('.picker button.word');
  await picker.click();
  await page.getByRole('listbox', { name: 'People' }).getByRole('option').nth(3).click();
  const person = await picker.textContent();
  // Still in the field.
  await type(field('Seed'), '4242');
  await reload(ready);
  expect(await value(choice('Steps'))).toBe('7');
  expect(await value(field('Seed'))).toBe('4242');
  expect(await value(choice('Preset'))).toBe(preset);
  expect(await box('Chain-of-Thought').isChecked()).toBe(false);
  expect(await page.getByRole('radio', { name: 'everything it explored' }).isChecked()).toBe(true);
  expect(await value(page.getByLabel(/^Search in/))).toBe('meaning');
  expect(await picker.textContent()).toBe(person);
});

test('Plan: a team of an opened folder, an edited prompt, and one’s files put away', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'macrec-'));
  await mkdir(join(folder, 'config/prompts'), { recursive: true });
  const system = {
    supported_tasks: ['rp'],
    manager_thought: 'agents/manager-thought.json',
    manager_action: 'agents/manager-action.json',
    agent_prompt: 'prompts/manager.json',
    data_prompt: 'prompts/data/{task}.json',
  };
  await writeFile(join(folder, 'config/mine.json'), JSON.stringify(system));
  const prompts = Array.from({ length: 11 }, (_, at) => `config/prompts/own-${String(at)}.json`);
  for (const path of prompts)
    await writeFile(join(folder, path), JSON.stringify({ manager_prompt: { type: 'raw', content: path } }));

  const ready = button(/^Run \d (planners|methods)/);
  await open('plan', ready);
  const teams = page.getByTestId('of-Teams of agents');
  await teams.click();
  await button('Edit teams and prompts').click();
  await chooseFolder(page.locator('[aria-label="Edit teams and prompts"] input[webkitdirectory]'), folder);
  const own = page.getByTestId('own-files');
  await own.filter({ hasText: '12 files' }).waitFor(SLOW);
  // Only now: the page reads the files after they were chosen.
  await rm(folder, { recursive: true });
  await box('config/mine.json').check();
  const file = page.getByRole('combobox', { name: 'File', exact: true });
  await file.selectOption('config/prompts/own-3.json');
  const prompt = page.getByRole('textbox', { name: 'manager_prompt', exact: true });
  await type(prompt, 'Be brief, still in the field');
  await reload(ready);
  await teams.filter({ hasText: 'config/mine.json' }).click();
  await button('Edit teams and prompts').click();
  await file.selectOption('config/prompts/own-3.json');
  expect(await value(prompt)).toBe('Be brief, still in the field');
  await own.filter({ hasText: '12 files' }).click();
  await own.waitFor({ state: 'detached', ...SLOW });
  expect(await teams.textContent()).not.toContain('config/mine.json');
});

test('Compare: methods, people, seeds and limits', { timeout: 300_000 }, async () => {
  const ready = button(/^Run \d+ task/);
  await open('compare', ready);
  await choice('Task').selectOption('direct-recommendation');
  await field('People').fill('5');
  for (const fold of ['methods', 'More settings']) await page.getByTestId(fold).click();
  await field('Seeds, a run for each').fill('1-3');
  await box('Self-Inspiring').uncheck();
  await page.getByTestId('Budget').click();
  await type(field('Model calls at most'), '900');
  await reload(ready);
  for (const fold of ['methods', 'More settings']) await page.getByTestId(fold).click();
  expect(await value(choice('Task'))).toBe('direct-recommendation');
  expect(await value(field('People'))).toBe('5');
  expect(await value(field('Seeds, a run for each'))).toBe('1, 2, 3');
  expect(await box('Self-Inspiring').isChecked()).toBe(false);
  expect(await value(field('Model calls at most'))).toBe('900');
});

test(
  'Simulate: the environment, its prompt, and the forms of an episode, a training and sessions',
  { timeout: 300_000 },
  async () => {
    const more = () => page.getByTestId('More settings').click();
    const ready = enabled(page, 'Meet');
    await open('simulate', ready);
    await more();
    await field('People').fill('7');
    await page.getByTestId('Scale and prompt').click();
    await choice('System prompt').selectOption('own');
    await field('System prompt, my own words').fill('You are a film critic.');
    await page.getByTestId('Episode').click();
    await choice(/^Reward shaping/).selectOption('decay');
    await choice('Rated by').selectOption('surrogate');
    await button('Training').click();
    await page.getByTestId('policies').click();
    await box(/^A2C/).uncheck();
    await box(/^PPO/).check();
    await page.getByTestId('hyperparameters').click();
    await type(page.getByRole('group', { name: 'PPO' }).getByLabel('learning_rate', { exact: true }), '0.02');
    await button('Sessions').click();
    await more();
    await choice('Recommender').selectOption('random');
    await type(field('Rounds'), '3');
    await reload(choice('Recommender'));
    expect(await value(choice('Recommender'))).toBe('random');
    await more();
    expect(await value(field('Rounds'))).toBe('3');
    await button('Training').click();
    await more();
    expect(await value(field('People'))).toBe('7');
    expect(await value(page.getByLabel(/^Reward shaping/))).toBe('decay');
    await page.getByTestId('Scale and prompt').click();
    expect(await value(field('System prompt, my own words'))).toBe('You are a film critic.');
    await page.getByTestId('policies').click();
    expect(await box(/^A2C/).isChecked()).toBe(false);
    await page.getByTestId('hyperparameters').click();
    expect(await value(page.getByRole('group', { name: 'PPO' }).getByLabel('learning_rate', { exact: true }))).toBe(
      '0.02',
    );
    await button('One person').click();
    await more();
    expect(await value(choice('Rated by'))).toBe('surrogate');
  },
);

test('Chat: how it answers, and no word that was written', { timeout: 300_000 }, async () => {
  const ready = page.getByRole('textbox', { name: 'Message' });
  await open('chat', ready);
  await page.getByTestId('More settings').click();
  await choice('Plans').selectOption('step-by-step');
  await choice('Demonstrations').selectOption('zero');
  await box('Keep a profile').uncheck();
  await type(ready, 'I loved Jaws and nobody is to know');
  await reload(ready);
  await page.getByTestId('More settings').click();
  expect(await value(choice('Plans'))).toBe('step-by-step');
  expect(await value(choice('Demonstrations'))).toBe('zero');
  expect(await box('Keep a profile').isChecked()).toBe(false);
  expect(await kept()).not.toContain('Jaws');
});

test(
  'Library: sources, endpoints without their keys, statements and what is unfolded',
  { timeout: 300_000 },
  async () => {
    const source = page.getByRole('radio', { name: 'another address' });
    await open('library/models', page.getByTestId('sources'));
    await page.getByTestId('sources').click();
    await source.check();
    await type(field('Address of the models'), 'https://mirror.example/models/');
    await type(page.getByRole('textbox', { name: /^Key/ }), 'sk-secret');
    await type(field('Address'), 'http://localhost:4321/v1');
    await reload(source);
    expect(await value(field('Address of the models'))).toBe('https://mirror.example/models/');
    expect(await value(field('Address'))).toBe('http://localhost:4321/v1');
    expect(await kept()).not.toContain('sk-secret');

    const sql = page.getByTestId('sql-console');
    await open('library', sql);
    await sql.click();
    const statement = page.getByRole('textbox', { name: 'SQL' });
    await statement.click(SLOW);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('4242');
    await reload(statement);
    await expect.poll(() => statement.inputValue()).toContain('104242');
  },
);
