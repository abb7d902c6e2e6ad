/**
 * @file Builds the terminal into `bin`, with all that it reads, so that the package that `npm pack` makes needs no other package:
 * `vite build --config build/terminal.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { PACKAGE_FILES } from '../src/cli/package-files.ts';
import { licences } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src/cli');
const require = createRequire(import.meta.url);

/** Threads are programs of their own. All files of `bin` lie in one folder, so that an address leads to them from any of them. */
const THREAD = /new URL\('\.\/([a-z-]+-thread)\.ts', import\.meta\.url\)/g;

function threads(): Plugin {
  return {
    name: 'espalier:threads',
    enforce: 'pre',
    transform: (code) =>
      code.includes('-thread.ts') ? code.replace(THREAD, "new URL('./$1.js', import.meta.url)") : null,
  };
}

function packageFiles(): Plugin {
  return {
    name: 'espalier:package-files',
    generateBundle() {
      for (const name of PACKAGE_FILES) {
        const originalFileName = require.resolve(name);
        const source = readFileSync(originalFileName);
        this.emitFile({ type: 'asset', fileName: `packages/${name}`, originalFileName, source });
      }
    },
  };
}

const entries = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(^|\/)([a-z-]+-thread)\.ts$/.test(path) && !/(start|watched)-thread/.test(path))
  .map((path): [string, string] => [basename(path, '.ts'), join(SOURCE, path)]);

export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [threads(), packageFiles(), licences().page()],
  // SQLite's loader is CommonJS.
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  // WebLLM needs a graphics card, which the terminal says that it has not.
  ssr: { noExternal: true, external: ['@mlc-ai/web-llm'] },
  build: {
    ssr: true,
    outDir: 'bin',
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: {
      input: { espalier: join(SOURCE, 'main.ts'), ...Object.fromEntries(entries) },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: true },
      checks: { pluginTimings: false },
    },
  },
});
