import { expect, test } from 'vitest';

test('the page of the tests is isolated like the real one', () => {
  expect(crossOriginIsolated).toBe(true);
});
