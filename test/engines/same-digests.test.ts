/**
 * @file The same notebook gives the same events in every browser that is here: the ready notebooks, an example of the documents, and the
 * runs of test/digests.ts, each with the checksums that Node gave it. A browser that is not here is skipped, by its name. Without `EVENTS=all`
 * (`npm run test:browsers`) only the runs of test/digests.ts and a training, and not in Chromium, whose own tests hold it to them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { openSite, type Site } from '../e2e/site.ts';
import { BROWSERS, isHere, openDrivenPage, type DrivenPage } from './driven-page.ts';
import { notebooks, verdicts } from './notebooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'espalier-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALL = process.env['EVENTS'] === 'all';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const OFTEN = ['the runs of test/digests.ts', 'training-on-simulated-people'];

describe.each(BROWSERS.filter((name) => ALL || name !== 'chromium'))('in %s', (name) => {
  describe.skipIf(!isHere(name))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(name);
    });
    afterAll(() => page.close());

    test.each(notebooks(folder).filter(([title]) => ALL || OFTEN.includes(title)))(
      '%s: event for event as in Node',
      async (_, written) => {
        const notebook = parseNotebook(written());
        const cells = Object.keys(notebook.expected ?? {}).length;
        expect(cells).toBeGreaterThan(0);
        expect(await verdicts(page, site.url, notebook), page.browser).toEqual(Array(cells).fill('Identical.'));
      },
    );
  });
});
