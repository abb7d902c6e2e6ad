/** @file No page shows a number where it could name somebody or something, nor a name that only specs use. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 90_000 };
const client = await readyLab();

const NUMBERS = /\b(?:users?|items?|person|people) \d{1,6}(?:, \d+|\b)(?! (?:calls?|steps?|ratings?))/gi;
const SLUGS =
  /\b(?:chain-of-thought|tree-of-thoughts-[bd]fs|self-inspiring|input-output|synthetic-films|built-in\/reasoner)\b/g;

/** What stands on the page, and what is read aloud, but for prompts, SQL and files as they are. */
function shown(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const raw of copy.querySelectorAll('pre, textarea, input, script, style, title, option, code')) raw.remove();
  const labels = [...copy.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'));
  return [copy.textContent, ...labels].join('\n');
}

function rawIn(text: string): readonly string[] {
  return [...(text.match(NUMBERS) ?? []), ...(text.match(SLUGS) ?? [])];
}

const marks = () => [...document.querySelectorAll<SVGGElement>('g.mark')];
const click = (element: Element | undefined) =>
  element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

async function openPlan(): Promise<void> {
  render(App, { client });
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
}

describe('Plan', () => {
  test.each(['rating-prediction', 'direct-recommendation', 'sequential-recommendation', 'explanation-generation'])(
    'after a run of %s',
    async (task) => {
      await openPlan();
      const kind = page.getByLabelText('Task', { exact: true });
      await userEvent.selectOptions(kind, task);
      await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
      await page.getByRole('button', { name: /^Run \d planners/ }).click();
      await expect.poll(() => document.querySelectorAll('.tree .answer').length, WAIT).toBe(3);
      await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
      expect(marks().length).toBeGreaterThan(5);
      expect(rawIn(shown())).toEqual([]);
      for (const mark of marks()) {
        click(mark);
        await expect.poll(() => document.querySelector('aside.detail h2') !== null).toBe(true);
        expect(rawIn(shown())).toEqual([]);
      }
    },
  );
});

test('a team, after a run, in lanes', async () => {
  await openPlan();
  await page.getByTestId('of-Teams of agents').click();
  await page.getByRole('checkbox', { name: 'Manager, analyst and reflector', exact: true }).click();
  const run = page.getByRole('button', { name: 'Run 4 methods' });
  await expect.element(run, WAIT).toBeEnabled();
  await run.click();
  await expect.element(page.getByTestId('team-answer'), WAIT).toBeVisible();
  await expect.element(page.getByTestId('now'), WAIT).toHaveAttribute('data-event', 'run-end');
  expect(rawIn(shown())).toEqual([]);
});
