/**
 * @file Which of the parts that the lab uses each browser has, and what the lab says or does where one is missing. docs/browsers.md names
 * these tests in its table: a browser that gains or loses a part fails them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../e2e/site.ts';
import { CASES } from './cases.ts';
import { isHere, openDrivenPage, press, says, until, type DrivenPage } from './driven-page.ts';

/** True where the browser has it, for this page. */
interface Parts {
  readonly files: boolean;
  readonly move: boolean;
  readonly writableStreams: boolean;
  readonly webLocks: boolean;
  readonly compressionStreams: boolean;
  readonly isolated: boolean;
  readonly sharedMemory: boolean;
  readonly serviceWorkers: boolean;
  readonly clipboard: boolean;
  readonly chosenFolders: boolean;
}

const ASK = `
  const has = (object, name) => object !== undefined && name in object;
  const files = navigator.storage === undefined ? Promise.reject() : navigator.storage.getDirectory();
  const handles = globalThis.FileSystemFileHandle?.prototype;
  const parts = {
    move: has(handles, 'move'),
    writableStreams: has(handles, 'createWritable'),
    webLocks: has(navigator, 'locks'),
    compressionStreams: 'CompressionStream' in globalThis && 'DecompressionStream' in globalThis,
    isolated: crossOriginIsolated,
    sharedMemory: 'SharedArrayBuffer' in globalThis,
    serviceWorkers: has(navigator, 'serviceWorker'),
    clipboard: has(navigator.clipboard, 'writeText'),
    chosenFolders: has(HTMLInputElement.prototype, 'webkitdirectory'),
  };
  files.then(() => true, () => false).then((files) => { globalThis.parts = { files, ...parts }; });`;

const ALL: Parts = {
  files: true,
  move: true,
  writableStreams: true,
  webLocks: true,
  compressionStreams: true,
  isolated: true,
  sharedMemory: true,
  serviceWorkers: true,
  clipboard: true,
  chosenFolders: true,
};

const WEBKIT: Parts = { ...ALL, sharedMemory: false };

const PARTS: Readonly<Record<keyof typeof CASES, Parts>> = {
  chromium: ALL,
  firefox: ALL,
  private: { ...ALL, files: false },
  shipped: { ...WEBKIT, files: false, move: false, writableStreams: false },
  storing: WEBKIT,
};

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe.each(Object.keys(CASES) as (keyof typeof CASES)[])('%s', (name) => {
  const { browser, opening } = CASES[name];
  describe.skipIf(!isHere(browser, opening))('where it is installed', () => {
    let page: DrivenPage;
    beforeAll(async () => {
      page = await openDrivenPage(browser, opening);
      await page.open(site.url);
    });
    afterAll(() => page.close());

    test('the parts that it has', async () => {
      await page.evaluate(ASK);
      await until(page, 'all parts asked', 'return globalThis.parts !== undefined;');
      expect(await page.evaluate<Parts>('return globalThis.parts;')).toEqual(PARTS[name]);
    });

    test('a link is copied, or the page says to copy it by hand', async () => {
      await press(page, '^Share$');
      await until(page, 'the link', `return document.querySelector('dialog[open] .main-button') !== null;`);
      await page.click('dialog[open] .main-button');
      // A Chromium without a window refuses.
      await says(page, name === 'chromium' ? 'copy it by hand' : 'Copied');
    });
  });
});
