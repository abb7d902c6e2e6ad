/** @file What a page says of a call of a language model that is under way. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { WorkingCall } from '../../src/trace/working-call.ts';
import type { Models } from '../../src/ui/pages/models/models.svelte.ts';
import WorkingLine from '../../src/ui/parts/working/WorkingLine.svelte';

const CALL: WorkingCall = {
  number: 312,
  model: 'transformers/script',
  purpose: 'rate',
  promptLength: 4000,
  maxTokens: 8,
  written: 0,
  before: 12_345,
};
const measured = (speed: object | null): Models => ({ benchmarkOf: () => speed }) as unknown as Models;
const line = () => page.getByTestId('working');

test('tells stage, number, tokens so far, and how long it takes at the measured speed', async () => {
  const models = measured({ prefillTokensPerSecond: 100, decodeTokensPerSecond: 4 });
  const shown = await render(WorkingLine, { call: CALL, models });
  await expect.element(line()).toHaveTextContent(/^Rating, call 312 · .* 12 s .* · 12,345 /);
  await shown.rerender({ call: { ...CALL, written: 7 } });
  await expect.element(line()).toHaveTextContent(/ 7 tokens /);
  // The time is that of this call.
  await expect.element(line()).toHaveTextContent(/1 s so far/);
  await shown.rerender({ call: null });
  await expect.element(line()).not.toBeInTheDocument();
});

test('makes up no time for a model that was not measured', async () => {
  await render(WorkingLine, { call: { ...CALL, before: 0 }, models: measured(null) });
  await expect.element(line()).toHaveTextContent(/^Rating, call 312 · reading the prompt$/);
});
