/** @file What of the Plan page stays in sight, in place and in size, at the widths of a desk and of a phone. */
import { unzipSync } from 'fflate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { LabError } from '../../src/core/errors.ts';
import App from '../../src/ui/App.svelte';
import { chooseRules, readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

afterEach(() => vi.restoreAllMocks());

const one = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
};
const box = (selector: string): DOMRect => one(selector).getBoundingClientRect();
const moment = (): HTMLInputElement => one('input[aria-label="Moment of the run"]') as HTMLInputElement;

async function opened(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  location.hash = '';
  localStorage.clear();
  render(App, { client });
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
}

async function ran(): Promise<void> {
  await chooseRules();
  await page.getByRole('button', { name: /^Run \d planners/ }).click();
  await expect.poll(() => document.querySelectorAll('.answer .number').length, WAIT).toBe(3);
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
  await expect.poll(() => moment().value === moment().max, WAIT).toBe(true);
}

test.each([
  [1440, 900],
  [1280, 720],
])('at %i pixels strip, toolbar and trees stay where they are while the run is replayed', async (width, height) => {
  await opened(width, height);
  await ran();
  const strip = box('[data-testid="answer-strip"]');
  for (const value of document.querySelectorAll('.strip .value'))
    expect(value.getBoundingClientRect().right).toBeLessThanOrEqual(strip.right);
  const before = [box('[role="toolbar"]').top, strip.top, box('.tree .mark').top];
  moment().value = '30';
  moment().dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => document.querySelectorAll('.tree .answer').length).toBe(0);
  expect(document.querySelectorAll('.strip circle.used').length).toBe(1);
  expect([box('[role="toolbar"]').top, box('[data-testid="answer-strip"]').top, box('.tree .mark').top]).toEqual(
    before,
  );
});

test('on a phone the answers stay in sight, and what there is to see comes first', async () => {
  await opened(390, 844);
  expect(box('main').top).toBeLessThan(box('aside.set-up').top);
  await expect.poll(() => box('[data-testid="answer-strip"]').bottom).toBeLessThanOrEqual(844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

describe('a saved file', () => {
  /** What a person would find among the downloads. */
  async function saved(choice: RegExp): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
    const links: { readonly name: string; readonly address: string }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push({ name: this.download, address: this.href });
    });
    await page.getByTestId('file-menu').click();
    await page.getByRole('button', { name: choice }).click();
    await expect.poll(() => links.length, WAIT).toBe(1);
    const [{ name, address } = { name: '', address: '' }] = links;
    return { name, bytes: new Uint8Array(await (await fetch(address)).arrayBuffer()) };
  }

  test('of several runs is one, with a file for each planner', async () => {
    await opened(1280, 720);
    const { name, bytes } = await saved(/as one HTML file/);
    expect(name).toMatch(/^what-would-[a-z-]+\.zip$/);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(['input-output.html', 'chain-of-thought.html', 'tree-of-thoughts-bfs.html']);
    const text = new TextDecoder().decode(files['tree-of-thoughts-bfs.html']);
    const told = text.slice(text.indexOf('<body>'), text.indexOf('<details>'));
    expect(told).toContain(' 4.00');
    expect(told).not.toMatch(/\d\.\d{5,}/);
  });
});

test('on a phone Stop stays in view while the planners work, and Escape does the same', async () => {
  const stopped = vi.fn();
  const asked = vi.spyOn(client, 'start').mockImplementation((_kind, _id, _spec, { signal }) => {
    signal.addEventListener('abort', stopped);
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new LabError('aborted', ''))),
    );
  });
  await opened(390, 844);
  const run = page.getByRole('button', { name: /^Run \d planners/ });
  const stop = page.getByRole('main').getByRole('button', { name: 'Stop' });
  for (const end of [() => userEvent.keyboard('{Escape}'), () => stop.click()]) {
    const before = asked.mock.calls.length;
    await run.click();
    await expect.poll(() => asked.mock.calls.length, WAIT).toBe(before + 1);
    await expect.element(stop).toBeInViewport({ ratio: 1 });
    await end();
    await expect.element(run, WAIT).toBeVisible();
  }
  expect(stopped).toHaveBeenCalledTimes(2);
});
