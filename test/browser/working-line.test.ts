/** @file What a page says of a call of a language model that is under way. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { WorkingCall } from '../../src/trace/call-record.ts';
import WorkingLine from '../../src/ui/parts/working/WorkingLine.svelte';

const CALL: WorkingCall = {
  number: 312,
  model: 'transformers/script',
  purpose: 'rate',
  written: 0,
  usual: null,
};
const line = () => page.getByTestId('working');

test('tells stage, number, tokens so far, and from the second call on the time that those before took', async () => {
  const shown = await render(WorkingLine, { call: CALL });
  await expect.element(line()).toHaveTextContent(/^Rating, call 312: reading the prompt$/);
  await shown.rerender({ call: { ...CALL, written: 7 } });
  await expect.element(line()).toHaveTextContent(/ 7 tokens /);
  // The time is that of this call.
  await expect.element(line()).toHaveTextContent(/1 s so far/);
  await shown.rerender({ call: { ...CALL, number: 3, usual: 6000 } });
  await expect.element(line()).toHaveTextContent(/^Rating, call 3: about 6 s each/);
  await shown.rerender({ call: null });
  await expect.element(line()).not.toBeInTheDocument();
});
