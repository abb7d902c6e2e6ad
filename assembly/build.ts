/**
 * @file Compiles the kernels to WebAssembly and writes each as a TypeScript module: `node --import tsx assembly/build.ts`. The modules are kept in
 * the repository, so that nothing has to be fetched or built before they are first used; tests compile them anew and compare.
 */
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

/** The kernels: what each is made from, and where it lies. */
export const KERNELS = {
  fit: '../src/numeric/factors/kernel-bytes.ts',
  actor: '../src/numeric/networks/kernel-bytes.ts',
} as const;

/** The text of a kernel's module. */
export async function kernelModule(name: keyof typeof KERNELS = 'fit'): Promise<string> {
  const source = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--use', 'abort=', '--importMemory'];
  const { error } = await asc.main([source, '-o', join(folder, 'kernel.wasm'), ...options, '--noExportMemory']);
  if (error) throw new Error(`${source} does not compile.`, { cause: error });
  const bytes = await readFile(join(folder, 'kernel.wasm'));
  await rm(folder, { recursive: true });
  return `/** @file Made by assembly/build.ts from assembly/${name}.ts; do not edit. */

/** The WebAssembly of assembly/${name}.ts, in base 64. */
export const KERNEL_BYTES =
  '${bytes.toString('base64')}';
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, target] of Object.entries(KERNELS) as [keyof typeof KERNELS, string][])
    await writeFile(new URL(target, import.meta.url), await kernelModule(name));
}
