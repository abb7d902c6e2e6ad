/**
 * @file Compiles fit.ts to WebAssembly and writes it as a TypeScript module: `node --import tsx assembly/build.ts`. The module is kept in the
 * repository, so that nothing has to be fetched or built before the first fit; a test compiles it anew and compares.
 */
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const source = fileURLToPath(new URL('fit.ts', import.meta.url));
const target = new URL('../src/recommenders/baselines/numeric/kernel-bytes.ts', import.meta.url);

/** The text of the module. */
export async function kernelModule(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fit-'));
  const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--use', 'abort=', '--importMemory'];
  const { error } = await asc.main([source, '-o', join(folder, 'fit.wasm'), ...options, '--noExportMemory']);
  if (error) throw new Error(`${source} does not compile.`, { cause: error });
  const bytes = await readFile(join(folder, 'fit.wasm'));
  await rm(folder, { recursive: true });
  return `/** @file Made by assembly/build.ts from assembly/fit.ts; do not edit. */

/** The WebAssembly of assembly/fit.ts, in base 64. */
export const KERNEL_BYTES =
  '${bytes.toString('base64')}';
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(target, await kernelModule());
