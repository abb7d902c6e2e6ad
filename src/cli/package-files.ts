/** @file Files of the lab that are not code: beside the sources in a checkout, beside the built code in a package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** Files of other packages that the terminal reads, as they are imported. */
export const PACKAGE_FILES = [
  'sql.js/dist/sql-wasm.wasm',
  '@jitl/quickjs-wasmfile-release-sync/wasm',
  'onnxruntime-web/ort-wasm-simd-threaded.mjs',
  'onnxruntime-web/ort-wasm-simd-threaded.wasm',
  '@mlc-ai/web-xgrammar/lib/index.js',
] as const;

export type PackageFile = (typeof PACKAGE_FILES)[number];

const isBuilt = !import.meta.url.endsWith('.ts');
const ROOT = resolve(import.meta.dirname, isBuilt ? '..' : '../..');
const require = createRequire(import.meta.url);

export const PROGRAM = isBuilt ? 'espalier' : 'npm run -s lab --';

export const SITE_FOLDER = join(ROOT, 'dist');

export const DATASETS_FOLDER = join(isBuilt ? SITE_FOLDER : ROOT, 'datasets');

export function packageFile(name: PackageFile): string {
  return isBuilt ? join(import.meta.dirname, 'packages', name) : require.resolve(name);
}

export function appVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }).version;
}
