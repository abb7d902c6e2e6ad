import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of the file that calls it, at its top level; removed behind the last of them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
