import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, ElementHandle, Frame, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeNotebook } from '../../src/notebook/payload.ts';
import { parseNotebook } from '../../src/notebook/validate.ts';
import { ended, keptBar, openBrowser, openSite, type Site, SLOW } from './site.ts';

/** What a frame does not have, by the words of its controls. */
const FORBIDDEN =
  /\b(delete|remove|erase|save|import|open a|file|new|duplicate|(?<!the )run|reproduce|share|download|fetch|upload|copy|train|send|undo|redo|add|move|edit|form|json|csv|svg|png|set-up|allow|load|ask|fork|switch to)\b/i;
const isForbidden = (name: string): boolean => FORBIDDEN.test(name) && !name.includes('Open in the lab');
const CONTROLS = [
  'button',
  'a[href]',
  'input',
  'select',
  'textarea',
  'summary',
  '[contenteditable]',
  '[role=button]',
  '[role=menuitem]',
].join();
/** What can be chosen, and shows more of itself then. */
const MARKS = '[role=treeitem], [tabindex="0"]';

let browser: Browser;
let context: BrowserContext;
let site: Site;
let stranger: Server;
/** What the person made before any frame was there. */
const made = { run: '', notebook: '' };

/** Everything that the origin keeps, each file with its size and the time it was last written. */
async function stored(): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory') {
        found.push(`${path}${name}/`);
        await walk(handle, `${path}${name}/`);
      } else {
        const { size, lastModified } = await handle.getFile();
        found.push(`${path}${name} ${String(size)} ${String(lastModified)}`);
      }
    }
  };
  await walk(await navigator.storage.getDirectory(), '');
  for (const name of await caches.keys()) {
    found.push(`cache ${name}`);
    // The site's own files are kept as they are asked for, in a frame as elsewhere: they say nothing of the person.
    if (name.endsWith('#site')) continue;
    const keys = await (await caches.open(name)).keys();
    found.push(...keys.map(({ url }) => `cache ${name} ${url}`));
  }
  for (const { name = '' } of await indexedDB.databases()) found.push(`database ${name}`);
  for (const { scope } of await navigator.serviceWorker.getRegistrations()) found.push(`worker ${scope}`);
  for (const store of [localStorage, sessionStorage]) {
    found.push(...Object.entries(store).map(([name, value]) => `setting ${name} ${String(value)}`));
  }
  return found.sort();
}

/** At an address of the lab's origin at which nothing of the lab runs. */
async function look(): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.goto(`${site.url}icons/espalier.svg`);
  const found = await page.evaluate(stored);
  await page.close();
  return found;
}

/** A run, a notebook and a choice of the person, made in the lab itself. */
async function makeSomething(): Promise<void> {
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole('button', { name: /^Run/ }).and(page.locator(':enabled')).click(SLOW);
  await ended(page);
  await page.getByRole('button', { name: /^Switch to the/ }).click();
  await page.goto(`${site.url}#notebook/ready/five-planners`);
  await page.getByRole('button', { name: 'Run all' }).click();
  await keptBar(page, true).waitFor(SLOW);
  await page.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
  made.notebook = new URL(page.url()).hash.replace('#notebook/', '');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  const run = (await look())
    .map((line) => /experiments\/([\w-]+)\/events\.jsonl/.exec(line)?.[1])
    .find((id) => id !== undefined);
  made.run = run ?? '';
}

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), openSite()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' });
  // Another origin of the same site, which sees the same storage as the lab: the worst that a frame can stand in.
  stranger = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://localhost').searchParams.get('of') ?? '';
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>A course</title><iframe src="${address}" width="1400" height="860"></iframe>`);
  });
  await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
  await makeSomething();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  stranger.close();
});

/** What a page did that a frame must not do. */
interface Deeds {
  readonly page: Page;
  readonly frame: Frame;
  readonly wrong: string[];
}

async function framed(hash: string): Promise<Deeds> {
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('download', (download) => wrong.push(`download ${download.suggestedFilename()}`));
  page.on('filechooser', () => wrong.push('file chooser'));
  page.on('dialog', (dialog) => wrong.push(`dialog ${dialog.message()}`));
  page.on('popup', (popup) => wrong.push(`popup ${popup.url()}`));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isFile = request.method() === 'GET' && url.href.startsWith(site.url);
    const isStranger = url.port === String((stranger.address() as AddressInfo).port);
    if (!isFile && !isStranger && url.protocol !== 'blob:') wrong.push(`${request.method()} ${url.href}`);
  });
  const { port } = stranger.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${String(port)}/?of=${encodeURIComponent(`${site.url}?embed${hash}`)}`);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('There is no frame');
  await frame.getByRole('link', { name: 'Open in the lab' }).waitFor(SLOW);
  await frame.getByRole('heading', { level: 1 }).first().waitFor(SLOW);
  return { page, frame, wrong };
}

/** A control itself: a place in a list, which a locator is, may be that of another once a button of the page has gone. */
type Control = ElementHandle;

const nameOf = (control: Control): Promise<string> =>
  control.evaluate((node) => {
    const element = node as Element;
    const label = element.closest('label') ?? document.querySelector(`label[for="${CSS.escape(element.id || '-')}"]`);
    const named = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? label?.textContent;
    return `${element.localName} ${named ?? element.textContent} ${element.getAttribute('title') ?? ''}`.trim();
  });

async function activate(control: Control, name: string): Promise<void> {
  const quick = { timeout: 5000 };
  if (name.startsWith('select')) await control.selectOption({ index: 0 }, quick);
  else if (name.startsWith('input')) {
    await control.focus();
    for (const key of ['ArrowRight', 'a', 'Enter', 'Escape']) await control.press(key, quick);
  } else {
    // Where something lies over it, a forced click would be that one's.
    await control.click({ timeout: 300 }).catch(() => control.dispatchEvent('click'));
  }
}

/** Goes through all of these, also those that appear on the way, and uses each. @returns their names */
async function useAll(frame: Frame, selector: string): Promise<readonly string[]> {
  const used = new Set<string>();
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const control of await frame.locator(selector).elementHandles()) {
      if (!(await control.isVisible().catch(() => false))) continue;
      const name = await nameOf(control).catch(() => '');
      if (name === '' || used.has(name)) continue;
      used.add(name);
      isNew = true;
      // It leads out of the frame, and is tried by itself.
      if (name.includes('Open in the lab') || (await control.getAttribute('target').catch(() => null)) === '_blank')
        continue;
      await activate(control, name).catch(() => undefined);
    }
  }
  return [...used];
}

const KEYS = [
  ...['?', 'g', 'p', ',', '.', 'f', '/', 'Escape', 'n', 'r', 's', 'Home', 'End', 'PageDown', 'b'],
  ...['Control+s', 'Control+z', 'Control+Shift+z', 'Control+y', 'Control+Enter', 'Shift+Enter', 'Enter', 'j', 'a', 'd'],
  ...['Delete', 'Backspace', 'Alt+ArrowUp', 'Alt+ArrowDown', 'ArrowDown', 'ArrowUp'],
];

/** Presses all keys of the lab, on the page and on the first cell or state. */
async function pressEverything({ page, frame }: Deeds): Promise<void> {
  for (const place of ['body', 'article, [role=treeitem]']) {
    const target = frame.locator(place).first();
    if ((await target.count()) === 0) continue;
    for (const key of KEYS) {
      await target.evaluate((element) => {
        (document.activeElement as HTMLElement | null)?.blur();
        (element as HTMLElement).focus();
      });
      await page.keyboard.press(key);
    }
  }
}

const DROPPED: Readonly<Record<string, string>> = {
  'ratings.csv': 'userId,movieId,rating,timestamp\n1,1,5,1\n',
  'a.espalier.json': '{"version":1,"title":"dropped","cells":[]}',
  'run.jsonl': '{"type":"run-start","seq":0}',
  'config.json': '{"model_type":"llama"}',
};

/** Drops one file after the other. @returns whether the page took each from the browser, which would show it */
const dropFiles = (frame: Frame): Promise<readonly boolean[]> =>
  frame.evaluate(
    (files) =>
      Object.entries(files).map(([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const given = { dataTransfer, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent('dragover', given));
        return !document.body.dispatchEvent(new DragEvent('drop', given));
      }),
    DROPPED,
  );

const READY = readFileSync(new URL('../../public/notebooks/five-planners.espalier.json', import.meta.url), 'utf8');

describe('in a frame nothing can be lost, sent or run', () => {
  /** `shown`: what is there once it is read. */
  const PLACES: readonly { readonly name: string; readonly hashOf: () => string; readonly shown?: string }[] = [
    // In a frame every place but the notebooks is the picture of Plan.
    { name: 'a place', hashOf: () => '#library/models' },
    { name: 'all notebooks', hashOf: () => '#learn' },
    { name: 'a notebook of the person', hashOf: () => `#notebook/${made.notebook}`, shown: 'article' },
    { name: 'a shared notebook', hashOf: () => `#nb=${encodeNotebook(parseNotebook(READY))}`, shown: 'article' },
    { name: 'a notebook at an address', hashOf: () => '#src=https://attacker.example/a.espalier.json' },
    { name: 'a state of a run', hashOf: () => `#run=${made.run}&node=0.0`, shown: 'article' },
  ];

  test.each(PLACES)(
    '$name',
    async ({ hashOf, shown = 'h1' }) => {
      expect([made.run, made.notebook]).not.toContain('');
      const hash = hashOf();
      const before = await look();
      const deeds = await framed(hash);
      const { page, frame, wrong } = deeds;
      await frame.locator(shown).first().waitFor(SLOW);
      const cellsShown = (): Promise<number> => frame.locator('main article').count();
      const cells = await cellsShown();

      const names = [...(await useAll(frame, CONTROLS))];
      await useAll(frame, MARKS);
      names.push(...(await useAll(frame, CONTROLS)));
      // A button may have led to another place of the frame.
      const back = (): Promise<void> => frame.evaluate((to) => void (location.hash = to), hash);
      await back();
      await expect.poll(cellsShown).toBe(cells);
      await pressEverything(deeds);
      expect(await dropFiles(frame)).toEqual([true, true, true, true]);
      names.push(...(await useAll(frame, CONTROLS)));

      expect(names.filter(isForbidden)).toEqual([]);
      expect(await frame.locator('input[type=file], textarea, [contenteditable=true], a[download]').count()).toBe(0);
      expect(await frame.locator('a[href*="notebook/all"]:not([target])').count()).toBe(0);
      await back();
      await expect.poll(cellsShown).toBe(cells);
      const link = frame.getByRole('link', { name: 'Open in the lab' });
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('href')).toBe(await frame.evaluate(() => location.href.replace('?embed', '')));
      await page.close();
      expect(wrong).toEqual([]);
      expect(await look()).toEqual(before);
    },
    240_000,
  );
});

test('leaves nothing where nothing was', async () => {
  const fresh = await browser.newContext({ serviceWorkers: 'allow', storageState: { cookies: [], origins: [] } });
  const page = await fresh.newPage();
  // Their headings come last: that of the Plan page names people and items of the dataset that was opened.
  const places = { '': /^What would/, '#notebook/ready/five-planners': 'Five planners, one film' };
  for (const [hash, heading] of Object.entries(places)) {
    const { port } = stranger.address() as AddressInfo;
    const address = encodeURIComponent(`${site.url}?embed${hash}`);
    await page.goto(`http://127.0.0.1:${String(port)}/?of=${address}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: heading }).waitFor(SLOW);
    await page.waitForTimeout(1000);
  }
  await page.goto(`${site.url}icons/espalier.svg`);
  expect(await page.evaluate(stored)).toEqual([]);
  await fresh.close();
}, 120_000);

test('shows what is kept here, and opens the same in the lab', async () => {
  const { page, frame } = await framed(`#run=${made.run}`);
  await frame.getByRole('treeitem').first().waitFor(SLOW);
  await page.close();

  const notebook = await framed(`#notebook/${made.notebook}`);
  await notebook.frame.getByRole('heading', { level: 1, name: 'Five planners, one film' }).waitFor(SLOW);
  await notebook.frame.getByRole('columnheader', { name: 'Against the truth' }).first().waitFor(SLOW);
  const opening = context.waitForEvent('page');
  await notebook.frame.getByRole('link', { name: 'Open in the lab' }).click();
  const lab = await opening;
  await lab.getByRole('button', { name: 'Run all' }).waitFor(SLOW);
  expect(lab.url()).toBe(`${site.url}#notebook/${made.notebook}`);
  // The words that no frame has are those of the lab.
  const names = await Promise.all((await lab.locator(CONTROLS).elementHandles()).map(nameOf));
  expect(names.filter(isForbidden).length).toBeGreaterThan(20);
  await lab.close();
  await notebook.page.close();
}, 240_000);
