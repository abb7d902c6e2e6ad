/** @file Teams of agents on the Plan page, with the real lab behind it: lanes, their files, conversations and samples. */
import type { RunSpec } from '../../src/core/run.ts';
import { itemOfTask } from '../../src/core/task.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';
import { violations, WITH_ADVICE } from './violations.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  location.hash = '#plan';
  render(App, { client });
  await expect.element(page.getByRole('button', { name: /^Run \d planners$/ }), WAIT).toBeEnabled();
});

const TEAM = 'Manager, analyst and reflector';

/** Leaves one team chosen. */
async function chooseTeam(title = TEAM): Promise<void> {
  const planners = page.getByRole('group', { name: 'Planners' }).getByRole('checkbox');
  for (const box of planners.all()) if (box.query()?.matches(':checked') === true) await box.click();
  await page.getByTestId('of-Teams of agents').click();
  await page.getByRole('checkbox', { name: title, exact: true }).click();
}

const rows = (kind = '') => [...document.querySelectorAll<HTMLElement>(`.lanes .row${kind}`)];
/** What lies behind the foot of the page is scrolled to. */
const toTheEnd = (): void =>
  [...document.querySelectorAll('main')].forEach((main) => main.scrollTo(0, main.scrollHeight));
const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
async function run(title = TEAM): Promise<void> {
  await chooseTeam(title);
  await runAgain(title);
}

async function runAgain(title = TEAM): Promise<void> {
  const button = page.getByRole('button', { name: `Run ${title}`, exact: true });
  await expect.element(button, WAIT).toBeEnabled();
  await button.click();
  await expect.element(page.getByTestId('team-answer'), WAIT).toBeVisible();
  await expect.element(page.getByTestId('now'), WAIT).toHaveAttribute('data-event', 'run-end');
  await expect.element(button, WAIT).toBeEnabled();
}

describe('lanes', () => {
  test('have an agent each, and messages between them', async () => {
    await run();
    const names = [...document.querySelectorAll('.lanes .name')].map(({ textContent }) => textContent);
    expect(names).toEqual(['task', 'Manager', 'Analyst', 'Reflector']);
    const messages = rows('.message').map((row) => row.getAttribute('aria-label'));
    expect(messages.some((label) => label?.startsWith('Manager asks Analyst: ') === true)).toBe(true);
    expect(messages.some((label) => label?.startsWith('Analyst replies to Manager: ') === true)).toBe(true);
    expect(rows('.step').length).toBeGreaterThan(0);
  });

  test('are walked through and opened by keyboard', async () => {
    await run();
    rows()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Manager asks Analyst/);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('complementary', { name: 'Detail' }).getByLabelText('Message', { exact: true }))
      .toBeVisible();
  });

  test('lead to the message, the reply, and the exact prompt of a step', async () => {
    await run();
    rows('.step')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const detail = page.getByRole('complementary', { name: 'Detail' });
    await expect.element(detail.getByLabelText('Prompt, as sent', { exact: true }).first()).toBeVisible();
    expect(detail.element().textContent).toMatch(/Analyse [A-Z]/);
    rows('.reply')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(detail.getByLabelText('Message', { exact: true })).toBeVisible();
    expect(detail.element().textContent).toContain('asked by Manager');
  });

  test('are forked from a step, whose action was changed, and the fork is listed under its parent', async () => {
    await run();
    rows('.step')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const detail = page.getByRole('complementary', { name: 'Detail' });
    await detail.getByTestId('fork-form').click();
    await expect.element(detail.getByLabelText('Action', { exact: true })).toHaveValue('Analyse');
    await detail.getByLabelText('Input', { exact: true }).fill('user, 2');
    await expect.element(detail.getByTestId('fork-changes')).toHaveAttribute('data-parts', 'action');
    expect(await violations(WITH_ADVICE)).toEqual([]);
    await detail.getByTestId('continue-fork').click();
    await expect.element(detail.getByTestId('original-action'), WAIT).toBeVisible();
    await expect.element(page.getByRole('region', { name: `${TEAM}, forked` })).toBeVisible();
    const fork = page.getByRole('region', { name: `${TEAM}, forked` }).element();
    const asked = [...fork.querySelectorAll('.row.message')].map((row) => row.getAttribute('aria-label') ?? '');
    expect(asked.find((label) => label.startsWith('Manager asks'))).toBe('Manager asks Analyst: Anneke Lambrecht');
    await page.getByTestId('kept-list').click();
    await expect.element(page.getByTestId('saved-result').first()).toHaveTextContent(/ \d\.\d\d, /);
    await expect.element(page.getByTestId('forked-run')).toHaveTextContent(/MACRec/);
    await press('Beside its parent');
    await expect.poll(() => document.querySelectorAll('section.team').length, WAIT).toBe(2);
    await expect.element(page.getByRole('button', { name: 'Difference', exact: true }), WAIT).toBeVisible();
  });
});

test('stand beside planners: a tree and lanes for one question, their answers in one line', async () => {
  await page.getByTestId('of-Teams of agents').click();
  await page.getByRole('checkbox', { name: TEAM, exact: true }).click();
  await page.getByTestId('of-Baselines').click();
  await page.getByRole('checkbox', { name: 'User and item bias', exact: true }).click();
  const run = page.getByRole('button', { name: 'Run 5 methods' });
  await run.click();
  await expect.element(page.getByTestId('team-answer'), WAIT).toHaveTextContent(/^Answered \d\.\d\d, /);
  await expect.element(run, WAIT).toBeEnabled();
  await expect.poll(() => page.getByTestId('answer-row').all().length, WAIT).toBe(5);
  expect(document.querySelectorAll('.tree [data-what=run]').length).toBe(4);
  await page.getByTestId('team-answer').click();
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await expect.element(detail.getByRole('heading', { name: /^Answer/ })).toBeVisible();
  // What a team answers is one thing, whatever planners are looked at by.
  await page.getByRole('radio', { name: 'everything it explored' }).click();
  await expect.element(page.getByTestId('answer-row').nth(3)).toHaveAccessibleName(/\d\.\d\d/);
  toTheEnd();
  expect(await violations(WITH_ADVICE)).toEqual([]);
});

test('the guide tells the agents step by step, by keyboard, and brings what it tells into sight', async () => {
  await run();
  await userEvent.keyboard('g');
  const told = page.getByTestId('guide-told');
  await expect.element(page.getByTestId('guide-place')).toHaveTextContent(/^1 of \d+$/);
  await userEvent.keyboard('{PageDown}{PageDown}');
  await expect.element(told).toHaveTextContent(/Manager/);
  expect(rows('.selected')).toHaveLength(1);
  await userEvent.keyboard('{End}');
  await expect.element(page.getByTestId('guide-heading')).toHaveTextContent(/near/);
  await userEvent.keyboard('{PageUp}{PageUp}');
  const { bottom } = rows('.selected')[0]?.getBoundingClientRect() ?? { bottom: Infinity };
  const room = document.querySelector('.window')?.getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual((room?.bottom ?? 0) + 1);
  expect(await violations(WITH_ADVICE)).toEqual([]);
  await userEvent.keyboard('g');
  await expect.element(told).not.toBeInTheDocument();
});

describe('the form', () => {
  test('changes a team’s file, and leads back to the lab’s own files', async () => {
    await chooseTeam();
    await press('Edit teams and prompts');
    const json = page.getByRole('textbox', { name: /, as JSON$/ });
    await expect.element(json).toBeVisible();
    const before = JSON.parse((json.element() as HTMLTextAreaElement).value) as Record<string, unknown>;
    await json.fill(JSON.stringify({ ...before, max_step: 7 }));
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: `Run ${TEAM}, my files` })).toBeVisible();
    const own = page.getByTestId('own-files');
    await expect.element(own).toHaveTextContent(/ 1 /);
    await own.click();
    await expect.element(page.getByRole('button', { name: `Run ${TEAM}`, exact: true })).toBeVisible();
    expect((json.element() as HTMLTextAreaElement).value).not.toContain(`"max_step": 7`);
  });

  test('opens a system of MACRec’s shape, and edits its prompts in a form', async () => {
    await page.getByTestId('of-Teams of agents').click();
    await press('Edit teams and prompts');
    const own = {
      supported_tasks: ['rp'],
      manager_thought: 'agents/manager-thought.json',
      manager_action: 'local.json',
      agent_prompt: 'prompts/manager.json',
      data_prompt: 'prompts/data/{task}.json',
    };
    const keys = new File(['{"api_key": "secret"}'], 'api-config.json');
    const local = { model_type: 'opensource', max_new_tokens: 200, json_mode: true };
    const files = Object.entries({ 'mine.json': own, 'local.json': local });
    await give(
      '[aria-label="Edit teams and prompts"] input[accept=".json"]',
      ...files.map(([name, file]) => new File([JSON.stringify(file)], name)),
      keys,
    );
    await expect
      .element(page.getByTestId('files-opened'))
      .toHaveTextContent(/^2 .* 1 .*mine\.json\..*api-config\.json\./);
    await page.getByTestId('of-Teams of agents').click();
    await chooseTeam('mine.json');
    const file = page.getByRole('combobox', { name: 'File', exact: true });
    await file.selectOptions('prompts/manager.json');
    const prompt = page.getByRole('textbox', { name: 'manager_prompt_json' });
    await prompt.fill('Solve {input} in {max_steps}.');
    await userEvent.tab();
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('unknown place {max_steps}');
    await prompt.fill('Solve {input} with one of {actions} {scratchpad}');
    await userEvent.tab();
    await runAgain('mine.json');
    await expect.element(page.getByRole('region', { name: 'mine.json', exact: true }).last()).toBeVisible();
    const form = document.querySelector('aside.set-up');
    expect(form?.scrollWidth).toBeLessThanOrEqual(form?.clientWidth ?? 0);
  });
});

describe('a request', () => {
  /** The last word of a film's title, and its year. */
  const TITLE = /[^\s;(]+ \(\d{4}\)/u;
  const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOptions(value);

  test('is a conversation that goes on from turn to turn, in lanes of its own', async () => {
    await choose('Task', 'conversation');
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
    const said = page.getByRole('textbox', { name: 'You say' });
    await said.fill('A thriller, perhaps with a heist');
    await userEvent.keyboard('{Enter}');
    const turns = page.getByRole('list', { name: 'What was said' });
    await expect.poll(() => turns.query()?.querySelectorAll('li').length, WAIT).toBe(2);
    await expect.element(turns, WAIT).toHaveTextContent(TITLE);
    const names = (): (string | null)[] =>
      [...document.querySelectorAll('.lanes .name')].map(({ textContent }) => textContent);
    await expect.poll(names, WAIT).toEqual(['task', 'Interpreter', 'Manager', 'Searcher']);
    const [first = ''] = TITLE.exec(turns.element().querySelectorAll('li')[1]?.textContent ?? '') ?? [];
    await said.fill('Another one, please');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => turns.element().querySelectorAll('li').length, WAIT).toBe(4);
    expect(first).not.toBe('');
    expect(turns.element().querySelectorAll('li')[3]?.textContent).not.toContain(first);
  });
});

test('samples in MACRec’s columns are opened, and run together', async () => {
  await chooseTeam();
  await page.getByTestId('held-out').click();
  const asked = { dataset: { name: 'synthetic-films' }, tasks: { name: 'rating-prediction', options: { count: 3 } } };
  const tasks = await client.query('tasks', asked as unknown as RunSpec);
  const pairs = tasks.map((task) => `${String(task.user.id)},${String(itemOfTask(task)?.id)}`);
  const csv = ['user_id,item_id', ...pairs].join('\n');
  await give('input[accept*=csv]', new File([csv], 'test.csv', { type: 'text/csv' }));
  const samples = '3 samples of test.csv';
  await expect.element(page.getByText(samples)).toBeVisible();
  await runAgain();
  const place = page.getByRole('group', { name: 'Task', exact: true });
  await expect.element(place).toHaveTextContent(/ 1 of 3/);
  expect(rows('.step').length).toBeGreaterThan(0);
  await press('Next task');
  await expect.element(place).toHaveTextContent(/ 2 of 3/);
  toTheEnd();
  expect(await violations(WITH_ADVICE)).toEqual([]);
});

/** Chooses files in a field, once it is there. */
async function give(selector: string, ...files: readonly File[]): Promise<void> {
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>(selector), WAIT);
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test.each([
  [1440, 'dark'],
  [390, 'light'],
] as const)('nothing to complain of for axe at %i px, %s', async (width, theme) => {
  await run();
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  // Colours take a moment to change.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  expect(await violations(WITH_ADVICE)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
