/** @file On a small machine everything works, slower, to the same events; what is missing is said. The walk is that of features.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { openSite } from '../e2e/site.ts';
import { openStaticHost } from '../e2e/static-host.ts';
import { openDrivenPage, says, type DrivenPage } from './driven-page.ts';
import { canPlayMachines, MACHINES } from './machines.ts';
import { notebooks, OF_DIGESTS, verdicts } from './notebooks.ts';
import { firstTree, importRatings, runPlanners, trainPolicy } from './walk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

describe.skipIf(!canPlayMachines).each(MACHINES)('$title', ({ opening, isIsolated, says: said }) => {
  let site: { readonly url: string; close(): Promise<void> };
  let page: DrivenPage;
  beforeAll(async () => {
    site = await (isIsolated ? openSite() : openStaticHost());
    page = await openDrivenPage('chromium', opening);
  });
  afterAll(async () => {
    await page.close();
    await site.close();
  });

  test('a first visit shows trees', async () => {
    await firstTree(page, site.url);
    expect(await page.evaluate<boolean>('return crossOriginIsolated;')).toBe(isIsolated);
  });

  test('a run ends', () => runPlanners(page));

  test('an imported dataset opens', () => importRatings(page, site.url));

  test('a policy is trained to its curve', () => trainPolicy(page, site.url));

  test('the page says how many threads models have', async () => {
    await page.open(`${site.url}#library/models`);
    await says(page, said);
  });

  test('the runs of test/digests.ts: event for event as in Node', async () => {
    const notebook = parseNotebook(
      notebooks(folder)
        .find(({ title }) => title === OF_DIGESTS)!
        .written(),
    );
    await page.open(site.url);
    expect(new Set(await verdicts(page, notebook))).toEqual(new Set(['Identical.']));
  });
});
