/**
 * @file Compiles the kernel to WebAssembly and writes it as a TypeScript module: `node --import tsx assembly/build.ts`. The module is kept in the
 * repository, so that nothing has to be fetched or built before it is first used; a test compiles it anew and compares.
 */
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

export const KERNEL = new URL('../src/numeric/kernel-bytes.ts', import.meta.url);

/** The text of the module. */
export async function kernelModule(): Promise<string> {
  const source = fileURLToPath(new URL('kernel.ts', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'kernel-'));
  const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--use', 'abort=', '--importMemory'];
  const { error } = await asc.main([source, '-o', join(folder, 'kernel.wasm'), ...options, '--noExportMemory']);
  if (error) throw new Error(`${source} does not compile.`, { cause: error });
  const bytes = await readFile(join(folder, 'kernel.wasm'));
  await rm(folder, { recursive: true });
  return `/** @file Made by assembly/build.ts; do not edit. */

/** The WebAssembly of assembly/kernel.ts, in base 64. */
export const KERNEL_BYTES =
  '${bytes.toString('base64')}';
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(KERNEL, await kernelModule());
