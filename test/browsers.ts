/**
 * @file The browser that the tests of the page and of the built site run in: Chromium, or the one that `BROWSER` names. Firefox has to
 * be installed (Playwright's own build of it is not used: it is not what people have), and is driven over WebDriver BiDi.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, type Browser, type LaunchOptions } from 'playwright';
import { findChromium } from './chromium.ts';

/** Browsers that the tests know to start. */
export const ENGINES = ['chromium', 'firefox'] as const;
/** One of them. */
export type Engine = (typeof ENGINES)[number];

/** What people call them. */
export const TITLES: Readonly<Record<Engine, string>> = { chromium: 'Chromium', firefox: 'Firefox' };

const NAMES = ['firefox', 'firefox-esr'];

function installedFirefox(): string | undefined {
  const own = process.env['FIREFOX_PATH'];
  if (own !== undefined) return own;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Those that can be started here: Chromium comes with the packages. */
export const enginesHere = (): readonly Engine[] =>
  ENGINES.filter((engine) => engine === 'chromium' || installedFirefox() !== undefined);

/** The one that the tests are asked to run in. @throws Error where `BROWSER` names none of them */
export function engineOfTests(): Engine {
  const named = process.env['BROWSER'] ?? 'chromium';
  const engine = ENGINES.find((one) => one === named);
  if (engine === undefined) throw new Error(`BROWSER is "${named}"; it may be ${ENGINES.join(' or ')}.`);
  return engine;
}

/** How it is started. @throws Error where it is not installed */
export function launchOptions(engine: Engine): LaunchOptions & { readonly channel?: string } {
  if (engine === 'chromium') return findChromium();
  const executablePath = installedFirefox();
  if (executablePath === undefined) throw new Error('Firefox is not installed; install it, or set FIREFOX_PATH.');
  // Media features are not emulated over BiDi.
  return { channel: 'moz-firefox', executablePath, firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } };
}

/**
 * Starts a browser, the one of the tests where none is named.
 * @param isPrivate as if all windows were private; of Firefox alone, since Chromium's private windows have a storage of their own
 * @throws Error where it is not installed
 */
export function launchBrowser(engine = engineOfTests(), isPrivate = false): Promise<Browser> {
  const { firefoxUserPrefs, ...options } = launchOptions(engine);
  const preferences = { ...firefoxUserPrefs, ...(isPrivate && { 'browser.privatebrowsing.autostart': true }) };
  return { chromium, firefox }[engine].launch({ ...options, firefoxUserPrefs: preferences });
}
