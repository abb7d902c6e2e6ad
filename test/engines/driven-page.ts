/** @file A page in one of the browsers that are here, as far as all of them can be driven alike: it is opened, and asked by script. */
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../../src/core/clock.ts';
import { enginesHere, launchBrowser, TITLES, type Engine } from '../browsers.ts';
import { findWebKit, hasWebKitStorage, startWebKit } from './webkit.ts';

/** Browsers of which the tests know how to open a page. */
export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const;
/** One of them. */
export type Driven = (typeof BROWSERS)[number];

/** A page of a browser. */
export interface DrivenPage {
  /** `Firefox 153.7.0` */
  readonly browser: string;
  /** Loads it anew, also where the hash alone differs. */
  open(url: string): Promise<void>;
  /** @param script the body of a function, whose result is plain data */
  evaluate<Result>(script: string): Promise<Result>;
  /** As a person does, which browsers ask for before a page may do some things. @param selector of CSS */
  click(selector: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** In CSS pixels; of the window, where a browser does not let its page be told. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** How it is opened. */
export interface Opening {
  /** Firefox: a private window. WebKitGTK: its storage, which it leaves off, is switched on. */
  readonly storage?: 'private' | 'on';
  /** Whether the page may have a service worker; WebKitGTK's always may. */
  readonly serviceWorkers?: 'allow' | 'block';
  /** A command that Chromium or Firefox is started by, as on a smaller machine. */
  readonly under?: readonly string[];
  /** How many times slower Chromium makes the page's own thread; workers keep their speed. */
  readonly slowdown?: number;
}

/** Whether it can be started here. */
export function isHere(browser: Driven, { storage }: Opening = {}): boolean {
  if (browser !== 'webkit') return enginesHere().includes(browser);
  return storage === 'on' ? hasWebKitStorage() : findWebKit() !== null;
}

/** Starts it, with one page. @throws Error where it is not installed */
export async function openDrivenPage(browser: Driven, opening: Opening = {}): Promise<DrivenPage> {
  return browser === 'webkit' ? startWebKit(opening.storage === 'on') : openInPlaywright(browser, opening);
}

async function openInPlaywright(
  engine: Engine,
  { storage, serviceWorkers = 'block', under, slowdown }: Opening,
): Promise<DrivenPage> {
  const browser = await launchBrowser(engine, { isPrivate: storage === 'private', ...(under && { under }) });
  const context = await browser.newContext({ serviceWorkers, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (slowdown !== undefined)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    browser: `${TITLES[engine]} ${browser.version()}`,
    async open(url) {
      // Where the hash alone differs a page is not loaded anew.
      await page.goto('about:blank');
      await page.goto(url);
    },
    evaluate: <Result>(script: string) => page.evaluate<Result>(`(() => { ${script} })()`),
    click: (selector) => page.click(selector),
    screenshot: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}

/** Milliseconds that a page on a busy machine may take for one thing. */
const PATIENCE = 120_000;

/** Waits until the script says true. @param interval between two questions, in milliseconds @throws Error where it never does */
export async function until(page: DrivenPage, what: string, script: string, interval = 500): Promise<void> {
  const end = now() + PATIENCE;
  while (!(await page.evaluate<boolean>(script).catch(unlessLeaving))) {
    if (now() > end) throw new Error(`${page.browser}, waiting for ${what}: ${await page.evaluate<string>(SHOWN)}`);
    await pause(interval);
  }
}

/** A page that loads itself once more, through its service worker, has no answer yet. */
function unlessLeaving(thrown: unknown): false {
  if (thrown instanceof Error && /context was destroyed|navigat/i.test(thrown.message)) return false;
  throw thrown;
}

const SHOWN = 'return document.body.innerText;';

/** Presses the first button of that name that can be pressed, as soon as there is one. @param name as a regular expression */
export const press = (page: DrivenPage, name: string): Promise<void> =>
  until(
    page,
    `press ${name}`,
    `const button = [...document.querySelectorAll('button')].find((one) =>
       !one.disabled && /${name}/.test((one.getAttribute('aria-label') ?? one.textContent).trim()));
     button?.click();
     return button !== undefined;`,
  );

/** Waits until the page says it. @param text as a regular expression */
export const says = (page: DrivenPage, text: string): Promise<void> =>
  until(page, `says ${text}`, `return /${text}/.test(document.body.innerText);`);

const fileOf = (name: string, content: Uint8Array): string =>
  `new File([Uint8Array.from(atob('${Buffer.from(content).toString('base64')}'), (byte) => byte.charCodeAt(0))], ${JSON.stringify(name)})`;

/** Gives the file to the field of that label. */
export async function giveFile(page: DrivenPage, label: string, name: string, content: Uint8Array): Promise<void> {
  await until(
    page,
    `a field ${label}`,
    `globalThis.field = [...document.querySelectorAll('input[type=file]')].find((one) =>
       one.getAttribute('aria-label') === ${JSON.stringify(label)} ||
       [...(one.labels ?? [])].some((words) => words.textContent.includes(${JSON.stringify(label)})));
     return globalThis.field !== undefined;`,
  );
  await page.evaluate(
    `const given = new DataTransfer();
     given.items.add(${fileOf(name, content)});
     globalThis.field.files = given.files;
     globalThis.field.dispatchEvent(new Event('change', { bubbles: true }));`,
  );
}
