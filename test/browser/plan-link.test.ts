/** @file Share on the Plan page: its link opens the same, with nothing run; and the sheet of help begins with what the page does. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

const runButton = () => page.getByRole('button', { name: /^Run / });
const checked = () =>
  [...document.querySelectorAll('.set-up fieldset:not(details *) label:has([type=checkbox]:checked) span')].map(
    ({ textContent }) => textContent,
  );

test('a shared link opens the Plan page as it was set up, and runs nothing', async () => {
  const first = await render(App, { client });
  await expect.element(runButton(), WAIT).toBeEnabled();
  await page.getByRole('checkbox', { name: 'Self-Inspiring', exact: true }).click();
  await page.getByRole('combobox', { name: 'Steps', exact: true }).selectOptions('4 steps');
  await page.getByLabelText('everything it explored').click();
  const planners = checked();
  expect(planners).toHaveLength(4);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByTestId('link-holds'), WAIT).toHaveTextContent(/\b4\b/);
  const link = (dialog.getByRole('textbox').element() as HTMLTextAreaElement).value;
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(share).toHaveFocus();
  await first.unmount();

  localStorage.clear();
  // Other files of tests keep theirs in the same storage.
  const kept = (await client.list()).length;
  location.hash = new URL(link).hash;
  await render(App, { client });
  await expect.element(page.getByTestId('notice'), WAIT).toBeVisible();
  expect(location.hash).toBe('#plan');
  expect(checked()).toEqual(planners);
  await expect.element(page.getByRole('combobox', { name: 'Steps', exact: true })).toHaveValue('4');
  await expect.element(page.getByLabelText('everything it explored')).toBeChecked();
  expect(document.querySelectorAll('g.mark')).toHaveLength(0);
  expect(await client.list()).toHaveLength(kept);

  await userEvent.keyboard('?');
  await expect.element(page.getByTestId('about')).toBeVisible();
  expect(page.getByRole('dialog').element().scrollTop).toBe(0);
  await userEvent.keyboard('{Escape}');
  // That nothing has run is said only until something does.
  await runButton().click();
  await expect.element(page.getByTestId('notice')).not.toBeInTheDocument();
  await expect.element(runButton(), WAIT).toBeEnabled();
}, 120_000);
