/** @file A page in one of the browsers that are here, as far as all of them can be driven alike: it is opened, and asked by script. */
import { enginesHere, launchBrowser, TITLES, type Engine } from '../browsers.ts';
import { findWebKit, startWebKit } from './webkit.ts';

/** Browsers of which the tests know how to open a page. */
export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const;
/** One of them. */
export type Driven = (typeof BROWSERS)[number];

/** A page of a browser. */
export interface DrivenPage {
  /** `Firefox 153.7.0` */
  readonly browser: string;
  open(url: string): Promise<void>;
  /** @param script the body of a function, whose result is plain data */
  evaluate<Result>(script: string): Promise<Result>;
  close(): Promise<void>;
}

/** Whether it can be started here. */
export const isHere = (browser: Driven): boolean =>
  browser === 'webkit' ? findWebKit() !== null : enginesHere().includes(browser);

/** Starts it, with one page. @throws Error where it is not installed */
export async function openDrivenPage(browser: Driven): Promise<DrivenPage> {
  return browser === 'webkit' ? startWebKit() : openInPlaywright(browser);
}

async function openInPlaywright(engine: Engine): Promise<DrivenPage> {
  const browser = await launchBrowser(engine);
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  return {
    browser: `${TITLES[engine]} ${browser.version()}`,
    async open(url) {
      // Where the hash alone differs a page is not loaded anew.
      await page.goto('about:blank');
      await page.goto(url);
    },
    evaluate: <Result>(script: string) => page.evaluate<Result>(`(() => { ${script} })()`),
    close: () => browser.close(),
  };
}
