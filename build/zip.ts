/** @file `npm run zip`: the built site in one file, to be unpacked in a folder of any static host. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

const ROOT = resolve(import.meta.dirname, '..');
/** The earliest that a zip can say, so that the same site gives the same zip. */
const LONG_AGO = '1980-01-01';

/** A folder as a zip, whose files lie in one folder of the given name. */
export function zipFolder(folder: string, name: string): Uint8Array {
  const files: Zippable = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[`${name}/${relative(folder, path).replaceAll(sep, '/')}`] = readFileSync(path);
  }
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return zipSync(sorted, { mtime: LONG_AGO });
}

if (import.meta.filename === process.argv[1]) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  const path = join(ROOT, `espalier-${version}.zip`);
  const bytes = zipFolder(join(ROOT, 'dist'), 'espalier');
  writeFileSync(path, bytes);
  console.log(`${path}: ${(bytes.length / 1e6).toFixed(1)} MB. Unpack it in a folder of any static host.`);
}
