/** @file The first run of a visit plays no faster than it can be followed; later ones are there at once. */
import { beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeAll(() => {
  const asked = window.matchMedia.bind(window);
  // The browser of the tests asks for no motion.
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('prefers-reduced-motion') ? asked('not all') : asked(query),
  );
});

const run = page.getByRole('button', { name: /^Run \d planners/ });
const skip = page.getByTestId('skip');
const moment = () => document.querySelector<HTMLInputElement>('input[aria-label="Moment of the run"]');
const isAtEnd = (): boolean => moment()?.value === moment()?.max;

test('grows before the eyes of a reader who likes motion, and can be skipped', { retry: 0 }, async () => {
  render(App, { client });
  await expect.element(run, WAIT).toBeEnabled();
  await run.click();
  await expect.element(skip, WAIT).toBeVisible();
  await expect.poll(isAtEnd, WAIT).toBe(false);
  const first = Number(moment()?.value);
  await expect.poll(() => Number(moment()?.value), WAIT).toBeGreaterThan(first);
  await expect.element(run, WAIT).toBeEnabled();
  // All of it has run by now; what is shown has not got there.
  expect(isAtEnd()).toBe(false);
  await skip.click();
  await expect.poll(isAtEnd, WAIT).toBe(true);

  await run.click();
  await expect.element(page.getByRole('button', { name: /^Stop/ }).or(run).first(), WAIT).toBeVisible();
  await expect.element(skip).not.toBeInTheDocument();
  await expect.element(run, WAIT).toBeEnabled();
  expect(isAtEnd()).toBe(true);
});
