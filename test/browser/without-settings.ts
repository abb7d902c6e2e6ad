/** @file No test begins with what another one chose: the page keeps its forms in this browser. */
import { beforeEach } from 'vitest';
import { nameInSite } from '../../src/core/platform/site-scope.ts';

// Read once, before the first test: but for the tests of guesses, which turn it on again, tests read answers at once.
localStorage.setItem(nameInSite('guess-first'), 'off');

beforeEach(() => {
  localStorage.clear();
  // Most tests set up runs.
  localStorage.setItem(nameInSite('set-up'), 'on');
});
