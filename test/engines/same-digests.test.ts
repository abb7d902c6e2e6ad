/**
 * @file The same notebook gives the same events in every browser that is here: the ready notebooks, an example of the documents, and the
 * runs of test/digests.ts, each with the checksums that Node gave it. A browser that is not here is skipped, by its name. Without `EVENTS=all`
 * (`npm run test:browsers`) only the runs of test/digests.ts and a training, and not in Chromium, whose own tests hold it to them.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { openSite, type Site } from '../e2e/site.ts';
import { sharedFile } from '../shared.ts';
import { BROWSERS, isHere, openDrivenPage, type DrivenPage } from './driven-page.ts';
import { notebooks, OF_DIGESTS, verdicts, type StampedNotebook } from './notebooks.ts';
import { importDataset } from './walk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

const ALL = process.env['EVENTS'] === 'all';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const OFTEN = [OF_DIGESTS, 'training-on-simulated-people'];

const hasData = ({ needs }: StampedNotebook): boolean => needs === null || existsSync(sharedFile(needs.file));
const titled = (notebook: StampedNotebook): string =>
  notebook.title + (hasData(notebook) ? '' : ` [skipped: no ../shared/${String(notebook.needs?.file)}]`);

const MINUTE = 60_000;

describe.each(BROWSERS.filter((name) => ALL || name !== 'chromium'))('in %s', (name) => {
  describe.skipIf(!isHere(name))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(name);
    });
    afterAll(() => page.close());

    for (const stamped of notebooks(folder).filter(({ title }) => ALL || OFTEN.includes(title))) {
      test.skipIf(!hasData(stamped))(
        `${titled(stamped)}: event for event as in Node`,
        async () => {
          await page.open(site.url);
          if (stamped.needs !== null) await importDataset(page, site.url, stamped.needs);
          const notebook = parseNotebook(stamped.written());
          const cells = Object.keys(notebook.expected ?? {}).length;
          expect(cells).toBeGreaterThan(0);
          const told = await verdicts(page, notebook);
          // An exercise's cell says besides that it is solved.
          expect(
            told.map((verdict) => verdict.replace('Solved: identical.', 'Identical.')),
            page.browser,
          ).toEqual(Array(cells).fill('Identical.'));
        },
        30 * MINUTE,
      );
    }
  });
});
