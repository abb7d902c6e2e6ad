/**
 * @file The browser that the tests of the page and of the built site run in: Chromium, or the one that `BROWSER` names. Firefox has to
 * be installed (Playwright's own build of it is not used: it is not what people have), and is driven over WebDriver BiDi.
 */
import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  const firefoxUserPrefs = {
    // Media features are not emulated over BiDi.
    'ui.prefersReducedMotion': 1,
    // Its panel takes the focus, and keys that a driver then gives the page do nothing.
    'browser.download.alwaysOpenPanel': false,
    // It asks the person whether a site may keep what it stores, and a driver cannot answer.
    'dom.storageManager.prompt.testing': true,
    'dom.storageManager.prompt.testing.allow': true,
  };
  return { channel: 'moz-firefox', executablePath, firefoxUserPrefs };
}

/** How a browser is started. */
export interface Start {
  /** As if all windows were private; of Firefox alone, since Chromium's private windows have a storage of their own. */
  readonly isPrivate?: boolean;
  /** The folder for what its pages save. */
  readonly downloads?: string;
  /** A command that starts it on a smaller machine: `['taskset', '-c', '0']`. */
  readonly under?: readonly string[];
}

/** A script that starts the browser under the command: drivers take the path of one file. */
function startedUnder(command: readonly string[], browser: string): string {
  const script = join(mkdtempSync(join(tmpdir(), 'espalier-browser-')), 'browser');
  writeFileSync(script, `#!/bin/sh\nexec ${command.join(' ')} "${browser}" "$@"\n`, { mode: 0o755 });
  return script;
}

/**
 * Starts a browser, the one of the tests where none is named.
 * @throws Error where it is not installed
 */
export async function launchBrowser(
  engine = engineOfTests(),
  { isPrivate = false, downloads, under = [] }: Start = {},
): Promise<Browser> {
  const { firefoxUserPrefs, executablePath = '', ...options } = launchOptions(engine);
  const preferences = { ...firefoxUserPrefs, ...(isPrivate && { 'browser.privatebrowsing.autostart': true }) };
  const path = under.length === 0 ? executablePath : startedUnder(under, executablePath);
  const downloadsPath = downloads === undefined ? {} : { downloadsPath: downloads };
  const launch = { ...options, ...downloadsPath, executablePath: path, firefoxUserPrefs: preferences };
  return { chromium, firefox }[engine].launch(launch);
}
