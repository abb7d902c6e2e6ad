/** @file A second visit without a network, in every browser that is here: the first one keeps the page and what it needs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStaticHost, type StaticHost } from '../e2e/static-host.ts';
import { CASES } from './cases.ts';
import { isHere, openDrivenPage, until, type DrivenPage } from './driven-page.ts';
import { firstTree, runPlanners } from './walk.ts';

const FILL = `
  navigator.serviceWorker.addEventListener('message', ({ data }) => { globalThis.filled = data; });
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('fill'));`;

// Chromium's is test/e2e/offline.test.ts.
describe.each(Object.values(CASES).filter(({ browser }) => browser !== 'chromium'))(
  '$title',
  ({ browser, opening }) => {
    describe.skipIf(!isHere(browser, opening))('where it is installed', () => {
      let page: DrivenPage;
      let host: StaticHost;
      beforeAll(async () => {
        host = await openStaticHost();
        page = await openDrivenPage(browser, { ...opening, serviceWorkers: 'allow' });
      });
      afterAll(async () => {
        await page.close();
        await host.close();
      });

      test('opens and runs with the server stopped, isolated, from a host without headers', async () => {
        await page.open(host.url);
        await until(page, 'loaded once more, isolated', 'return crossOriginIsolated;');
        await page.evaluate(FILL);
        await until(page, 'all kept', 'return globalThis.filled !== undefined;');
        expect(await page.evaluate('return globalThis.filled;')).toBe('kept');
        await host.close();

        await firstTree(page, host.url);
        expect(await page.evaluate<boolean>('return crossOriginIsolated;')).toBe(true);
        await runPlanners(page);
      });
    });
  },
);
