/** @file The Plan page with the real lab behind it: what a person sees, presses and reads. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { scriptedRun } from '../ui/scripted-run.ts';
import { chooseRules, readyLab } from './ready-lab.ts';
import { violations, WITH_ADVICE } from './violations.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  render(App, { client });
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
});

const marks = (selector = '') => [...document.querySelectorAll<SVGGElement>(`g.mark${selector}`)];
const answers = () => [...document.querySelectorAll('.answer .number')].map(({ textContent }) => textContent.trim());
const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();

/** Runs three planners on the rules and waits until each has answered and the truth is told. */
async function run(): Promise<void> {
  await chooseRules();
  await press(/^Run/);
  await expect.element(page.getByTestId('truth'), WAIT).toBeVisible();
  await expect.poll(() => answers().length, WAIT).toBe(3);
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
  const moment = () => document.querySelector<HTMLInputElement>('input[aria-label="Moment of the run"]');
  await expect.poll(() => moment()?.value === moment()?.max, WAIT).toBe(true);
  await expect.element(page.getByTestId('now'), WAIT).toHaveAttribute('data-event', 'run-end');
}

/** Opens a file the way a person does who chooses it. */
async function openEvents(text: string, name = 'run.jsonl'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Saved events"]');
  await userEvent.upload(input as HTMLInputElement, new File([text], name));
}

describe('what the planner cannot know', () => {
  test('is marked in the tree, said in words, and told in the detail', async () => {
    await run();
    const slipped = () => marks('.slip');
    await expect.poll(() => slipped().length, WAIT).toBeGreaterThan(0);
    expect(slipped()[0]?.getAttribute('aria-label')).toMatch(/wrong (person|film)/);
    slipped()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(page.getByTestId('slip-told')).toBeVisible();
    // What was dropped rightly does not look like what was dropped by mistake.
    expect(marks('.rightly')[0]?.textContent).toContain('rightly dropped');
    expect(marks('.wrongly')[0]?.textContent).toContain('by mistake');
  });

  test('a dotted word opens its explanation, and Escape closes it', async () => {
    document.querySelector<HTMLElement>('details:has([aria-label=Legend]) > summary')?.click();
    const word = document.querySelector<HTMLButtonElement>(
      '[aria-label=Legend] [data-term="slip"]',
    ) as HTMLButtonElement;
    word.focus();
    await userEvent.keyboard('{Enter}');
    const open = () => document.querySelector('[role=note]:popover-open')?.textContent ?? '';
    await expect.poll(open).toMatch(/Slip\. .* question/s);
    await userEvent.keyboard('{Escape}');
    await expect.poll(open).toBe('');
  });
});

describe('a run', () => {
  test('shows the exact prompt, the reply, the SQL and its rows of a state', async () => {
    await run();
    marks('.database')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const detail = page.getByRole('complementary', { name: 'Detail' });
    await expect.element(detail.getByTestId('tool-use')).toHaveAttribute('data-tool', 'database');
    expect(detail.element().textContent).toContain('SELECT');
    expect(detail.element().querySelectorAll('table td, .value').length).toBeGreaterThan(0);
    await expect.element(detail.getByLabelText('Prompt, as sent', { exact: true }).first()).toBeVisible();
    const texts = [...detail.element().querySelectorAll('.said pre')].map(({ textContent }) => textContent.trim());
    expect(texts[0]).toContain('You are RecMind');
    expect(texts[1]).toContain('"thought"');
  });

  test('of an explanation shows its text beside the person’s own words', async () => {
    const kind = page.getByRole('combobox', { name: 'Task', exact: true });
    const heading = kind.element().querySelector<HTMLOptionElement>('[value="review-summarization"]');
    expect(heading?.disabled).toBe(true);
    expect(heading?.textContent).toContain('no headings here');
    const asked = (): string | undefined => document.querySelector('h1')?.textContent;
    const before = asked();
    await kind.selectOptions('explanation-generation');
    await expect.poll(asked, WAIT).not.toBe(before);
    await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
    await press(/^Run/);
    await expect.element(page.getByTestId('truth'), WAIT).toBeVisible();
    await expect.poll(() => answers().filter((answer) => String(answer).endsWith(' words')).length, WAIT).toBe(3);
    document.querySelector('#answer-0')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const detail = page.getByRole('complementary', { name: 'Detail' });
    await expect.element(detail.getByTestId('their-words')).toHaveTextContent('synthetic');
    expect(detail.element().querySelectorAll('blockquote')).toHaveLength(2);
    expect(detail.element().textContent).toContain('BLEU-2');
    expect(await violations(WITH_ADVICE)).toEqual([]);
  });

  test('answers twice from one tree, and the ink says from what', async () => {
    await run();
    const kept = marks('.kept').length;
    await page.getByLabelText('everything it explored').click();
    await expect.poll(() => marks('.kept').length).toBeGreaterThan(kept);
    expect(marks('.pruned')).toHaveLength(0);
    await page.getByLabelText('what the planner kept').click();
    await expect.poll(() => marks('.kept').length).toBe(kept);
  });

  test('is kept, and can be opened again', async () => {
    await run();
    const [shown, answered] = [marks().length, answers().length];
    expect(answered).toBeGreaterThan(1);
    await page.getByTestId('kept-list').click();
    document.querySelector<HTMLButtonElement>('.set-up li li button')?.click();
    await expect.poll(() => answers().length).toBe(1);
    expect(marks().length).toBeLessThan(shown);
    // Those of one question are opened side by side.
    await page
      .getByRole('button', { name: new RegExp(`^Open all ${String(answered)} runs of rating prediction`) })
      .first()
      .click();
    await expect.poll(() => [marks().length, answers().length]).toEqual([shown, answered]);
  });
});

describe('the keyboard', () => {
  test('walks the tree after the WAI-ARIA pattern', async () => {
    await run();
    const tree = page.getByRole('tree').element() as HTMLElement;
    const items = () => [...tree.querySelectorAll<SVGGElement>('[role=treeitem]')];
    expect(items().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    items()
      .find(({ tabIndex }) => tabIndex === 0)
      ?.focus();
    expect(document.activeElement?.textContent).toMatch(/^Chain-of-Thought/);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement?.id).toBe('mark-0-0.0');
    await userEvent.keyboard('{End}');
    await expect.poll(() => document.activeElement?.id).toBe('answer-2');
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowLeft}');
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Chain-of-Thought/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('complementary', { name: 'Detail' })).toHaveTextContent(/model calls/);
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'])('can use the page: axe finds nothing in the %s theme', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await run();
    marks('.database')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(page.getByTestId('role')).toBeVisible();
    expect(await violations(WITH_ADVICE)).toEqual([]);
    location.hash = '#library';
    await expect.element(page.getByRole('heading', { name: 'Library' })).toBeVisible();
    expect(await violations(WITH_ADVICE)).toEqual([]);
  });

  test('can use it at 390 pixels: nothing scrolls sideways', async () => {
    await run();
    await page.viewport(390, 844);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violations(WITH_ADVICE)).toEqual([]);
  });
});

describe('saved events', () => {
  test('open again, and a damaged file says its line', async () => {
    const text = formatTrace(await scriptedRun({ planner: 'tree-of-thoughts-bfs' }));
    await openEvents(text);
    await expect.poll(() => answers()).toEqual(['4.20']);
    expect(marks('.outvoted').length).toBeGreaterThan(0);
    expect(marks('.outvoted')[0]?.textContent).toMatch(/voted down/);
    const lines = text.split('\n');
    lines[6] = lines[6]?.slice(0, 20) ?? '';
    await openEvents(lines.join('\n'));
    await expect.element(page.getByRole('alert')).toHaveTextContent(/line 7/);
  });

  test('are text and nothing else, whatever a model wrote', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>1</' + 'script>';
    const text = formatTrace(await scriptedRun({ planner: 'chain-of-thought' })).replaceAll(
      'What is their average rating?',
      JSON.stringify(hostile).slice(1, -1),
    );
    const title = document.title;
    await openEvents(text);
    await expect.poll(() => marks().length).toBeGreaterThan(0);
    for (const mark of marks()) mark.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(document.querySelectorAll('.page img, .page script')).toHaveLength(0);
    expect(document.title).toBe(title);
  });
});

test('single keys are typed in the editor of a planner, and do nothing to the page', async () => {
  await press('Write a planner');
  await expect
    .poll(() => document.querySelector('[data-testid="program"]')?.shadowRoot?.querySelector('.cm-content'), WAIT)
    .toBeTruthy();
  const host = document.querySelector('[data-testid="program"]');
  const editor = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  editor?.focus();
  await userEvent.keyboard('/pg,');
  await expect.poll(() => editor?.textContent).toContain('/pg,');
  expect(document.activeElement).toBe(host);
  expect(document.querySelector('[data-testid="guide-told"]')).toBeNull();
});
