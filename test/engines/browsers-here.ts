/** @file Which browsers `npm test` finds, and what it runs in each. */
import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { ENGINES, launchOptions } from '../browsers.ts';
import { isHere } from './driven-page.ts';
import { findWebKit, hasWebKitStorage } from './webkit.ts';

/** A browser that the tests know. */
export interface BrowserHere {
  readonly title: string;
  /** What it says of itself; null where it is not here. */
  readonly version: string | null;
  /** What `npm test` runs in it. */
  readonly does: string;
}

const DOES = {
  chromium: 'all tests of the page and of the site',
  firefox: 'a walk through the lab, and the same events (all tests: npm run test:firefox)',
  webkit: 'a walk through the lab, and the same events',
};

function versionOf(binary: string, env?: NodeJS.ProcessEnv): string {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8', env: { ...process.env, ...env } });
  return (stdout ?? '').trim() || binary;
}

/** Each of them, whether it is here or not. */
export function browsersHere(): readonly BrowserHere[] {
  const driven = ENGINES.map((engine): BrowserHere => {
    const { executablePath = '', env } = isHere(engine) ? launchOptions(engine) : {};
    const version = executablePath === '' ? null : versionOf(executablePath, env);
    return { title: engine === 'chromium' ? 'Chromium' : 'Firefox', version, does: DOES[engine] };
  });
  const webkit = findWebKit();
  const does =
    DOES.webkit + (hasWebKitStorage() ? '' : ', both without its storage, which wants its binding to Python');
  return [...driven, { title: 'WebKitGTK', version: webkit === null ? null : basename(dirname(webkit)), does }];
}
