/**
 * @file Tests against the real data, models and expected numbers that lie beside a checkout, in `../shared`. They are too
 * large or not ours to ship, so these tests are skipped where the folder is not, with the reason in their names.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'vitest';

const SHARED = resolve(import.meta.dirname, '../../shared');

/** The path of a file under `../shared`, present or not. */
export function sharedFile(path: string): string {
  return join(SHARED, path);
}

function reasonToSkip(paths: readonly string[]): string {
  const missing = paths.filter((path) => !existsSync(sharedFile(path)));
  return missing.length === 0 ? '' : ` [skipped: no ${missing.map((path) => `../shared/${path}`).join(', ')}]`;
}

/** A test that needs files under `../shared`. */
export function testWithShared(name: string, paths: readonly string[], body: () => unknown, timeout?: number): void {
  const reason = reasonToSkip(paths);
  test.skipIf(reason !== '')(
    name + reason,
    async () => {
      await body();
    },
    timeout,
  );
}

/** A group of such tests; it must read the files inside its tests or hooks, since the body itself always runs. */
export function describeWithShared(name: string, paths: readonly string[], body: () => void): void {
  const reason = reasonToSkip(paths);
  describe.skipIf(reason !== '')(name + reason, body);
}
