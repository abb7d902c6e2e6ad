/** @file The dial of the critic beside the answers: it repeats what is shown, keeps none of it, and its averages are measured. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { LabClient } from '../../src/client/lab.ts';
import type { RunSpec } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { formatTrace } from '../../src/trace/trace-file.ts';
import { averageSpec } from '../../src/ui/dial/average.ts';
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

test('repeats what is shown as it is moved by keys, with a ghost where each answer stood, and keeps none of it', async () => {
  const before = answers();
  const placesBefore = marks();
  expect(slider.element()).toHaveProperty('value', '0.75');
  // The form moves with it: that it would run something else is not told meanwhile.
  let differed = false;
  const watcher = new MutationObserver(() => {
    differed ||= document.querySelector('[data-testid="form-asks"]') !== null;
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  await press('End');
  const expected = rounded(await directly(1));
  expect(expected).not.toEqual(before);
  await expect.poll(answers, WAIT).toEqual(expected);
  expect(ghosts()).toHaveLength(3);
  ghosts().forEach((ghost, row) => expect(ghost).toBeCloseTo(placesBefore[row] ?? NaN, 0));
  await expect.element(pane.getByRole('button', { name: 'Back to 75 %' }), WAIT).toBeVisible();
  watcher.disconnect();
  expect(differed).toBe(false);
  // One state, two views.
  await expect.element(page.getByRole('slider', { name: 'Critic accuracy', exact: true })).toHaveValue('1');
  expect(await client.savedRuns()).toEqual([]);

  await press('ArrowLeft', 3);
  await expect.poll(answers, WAIT).toEqual(rounded(await directly(0.85)));
  await pane.getByRole('button', { name: 'Back to 75 %' }).click();
  await expect.poll(answers, WAIT).toEqual(before);
  await expect.element(page.getByRole('slider', { name: 'Critic accuracy', exact: true })).toHaveValue('0.75');
  expect(await client.savedRuns()).toEqual([]);
}, 240_000);

test('shows averages that a run of its own comes to as well, and can be stopped measuring', async () => {
  await pane.getByRole('button', { name: /^Measure over 40 people/ }).click();
  await pane.getByRole('button', { name: 'Stop' }).click();
  await expect.element(pane.getByRole('button', { name: /^Measure/ }), WAIT).toBeVisible();
  await pane.getByRole('button', { name: /^Measure/ }).click();
  await expect.element(pane.getByRole('button', { name: 'Stop' }), { timeout: 240_000 }).not.toBeInTheDocument();
  // Beside the numbers themselves: with so few people they differ by chance.
  await expect.element(pane.getByTestId('so-few')).toBeVisible();
  await pane.getByTestId('averages-of').click();
  const table = document.querySelector<HTMLTableElement>('[data-testid="averages"]');
  const cells = [...(table?.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells].slice(1).map((cell) => cell.textContent),
  );
  expect(cells.map((row) => row.length)).toEqual([11, 11, 11]);
  const specs = await recordedSpecs();
  const places = [...(table?.tHead?.rows[0]?.cells ?? [])]
    .slice(1)
    .map((cell) => Number.parseFloat(cell.textContent) / 100);
  for (const [planner, place] of [
    [0, 0],
    [1, 5],
    [2, 10],
  ] as const) {
    const events: TraceEvent[] = [];
    const spec = averageSpec(specs[planner] as RunSpec, places[place] ?? NaN, 600);
    await client.tryRun(spec, { onEvents: (batch) => events.push(...batch), signal: NEVER });
    expect(cells[planner]?.[place]).toBe(meanError(events).toFixed(2));
  }
  const spoken = rows().map((row) => row.getAttribute('aria-label') ?? '');
  spoken.forEach((words, planner) =>
    expect(words).toContain(`Mean error over 40 people: ${cells[planner]?.[5] ?? ''} at 75 %`),
  );
  expect(await client.savedRuns()).toEqual([]);
}, 400_000);

/** From the answers and the truths of the events alone. */
function meanError(events: readonly TraceEvent[]): number {
  const truths = new Map(
    events.flatMap((event) => (event.type === 'truth' ? [[event.node, event.truth] as const] : [])),
  );
  const errors = events.flatMap((event) => {
    if (event.type !== 'answer' || event.from !== 'kept' || event.recommendation.type !== 'rating') return [];
    const truth = truths.get(event.node);
    return truth?.type === 'rating' ? [Math.abs(event.recommendation.rating - truth.rating)] : [];
  });
  expect(errors).toHaveLength(40);
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

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
