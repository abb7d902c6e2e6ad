import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';

test('the page mounts', async () => {
  const screen = render(App);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page of the tests is isolated like the real one', () => {
  expect(crossOriginIsolated).toBe(true);
});
