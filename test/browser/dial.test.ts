/** @file The dial of the critic beside the answers: it repeats what is shown, keeps none of it, and stays under the pointer. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LabClient } from '../../src/client/lab.ts';
import type { RunSpec } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { specAt } from '../../src/ui/dial/turnable.ts';
import App from '../../src/ui/App.svelte';
import { loadReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { readyLab } from './ready-lab.ts';

const WAIT = { timeout: 60_000 };
const NEVER = new AbortController().signal;
let client: LabClient;

beforeAll(async () => {
  client = await readyLab();
}, 120_000);

beforeEach(async () => {
  await page.viewport(1440, 900);
  location.hash = '';
  localStorage.clear();
  render(App, { client });
  await expect.element(page.getByRole('button', { name: /^Run \d planners/ }), WAIT).toBeEnabled();
  await expect.element(page.getByTestId('dial'), WAIT).toBeVisible();
});

afterEach(async () => {
  for (const { id } of await client.savedRuns()) await client.removeRun(id);
});

const pane = page.getByTestId('dial');
const slider = pane.getByRole('slider');
const rows = () => [...document.querySelectorAll<SVGGElement>('[data-testid="answer-row"]')];
const answers = () => rows().map((row) => Number(row.querySelector('.number')?.textContent));
const ghosts = () => rows().map((row) => Number(row.querySelector('[data-testid="was"]')?.getAttribute('cx') ?? NaN));
const marks = () => rows().map((row) => Number(row.querySelector('circle.used')?.getAttribute('cx')));

/** Presses an arrow so many times and waits until the dial rests. */
async function press(key: string, times = 1): Promise<void> {
  (slider.element() as HTMLInputElement).focus();
  for (let count = 0; count < times; count += 1) await userEvent.keyboard(`{${key}}`);
  await expect.poll(() => document.querySelectorAll('[data-testid="dial"] output')[0]?.textContent, WAIT).toBeTruthy();
}

async function recordedSpecs(): Promise<readonly RunSpec[]> {
  const { runs } = await loadReadyCase();
  return runs.map(
    ({ events: [start] }) => (start as Extract<TraceEvent, { type: 'run-start' }>).spec as unknown as RunSpec,
  );
}

/** What each planner answers from what it kept, run by itself. */
async function directly(value: number): Promise<number[]> {
  const found: number[] = [];
  for (const spec of await recordedSpecs()) {
    const events: TraceEvent[] = [];
    await client.tryRun(specAt(spec, value), { onEvents: (batch) => events.push(...batch), signal: NEVER });
    const answer = events.find((event) => event.type === 'answer' && event.from === 'kept');
    if (answer?.type === 'answer' && answer.recommendation.type === 'rating') found.push(answer.recommendation.rating);
  }
  return found;
}

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(2)));

test.each([1440, 390])(
  'stays under the pointer when the answers arrive, at %i pixels',
  async (width) => {
    await page.viewport(width, 900);
    const isUnderTrees = () => slider.query()?.closest('.under') !== null;
    await expect.poll(() => slider.query() !== null && isUnderTrees() === width < 700, WAIT).toBe(true);
    const place = () => slider.element().getBoundingClientRect();
    slider.element().scrollIntoView({ block: 'center' });
    const { left, top } = place();
    await press('End');
    await expect.element(pane.getByTestId('dial-told'), WAIT).toBeVisible();
    expect(place().left).toBeCloseTo(left, 0);
    expect(place().top).toBeCloseTo(top, 0);
  },
  120_000,
);

test('is absent where a language model planned, and says why', async () => {
  const { runs } = await loadReadyCase();
  const text = formatTrace(runs[0]?.events ?? []).replaceAll(
    '"name":"built-in/reasoner"',
    '"name":"transformers/smol"',
  );
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Saved events"]');
  await userEvent.upload(input as HTMLInputElement, new File([text], 'run.jsonl'));
  await expect.element(pane.getByTestId('dial-reason'), WAIT).toHaveTextContent('smol');
  expect(document.querySelector('[data-testid="dial"] input')).toBeNull();
});
