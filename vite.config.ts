/** @file How the page is built and tested. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defaultClientConditions, type Plugin, type Rolldown } from 'vite';
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config';
import { licences } from './build/licences.ts';
import { pages } from './build/pages.ts';
import { serveFolder } from './src/cli/serve/serve-site.ts';
import { ISOLATION, META_POLICY, SITE_HEADERS } from './src/offline/policy.ts';
import type { Site, SiteFile } from './src/offline/site.ts';

/** A static host may send no headers, so the built pages carry their policy too. */
function securityPolicy(): Plugin {
  return {
    name: 'espalier:security-policy',
    transformIndexHtml(_html, { server }) {
      // The development server styles the page through inline <style>, which the policy refuses.
      if (server) return [];
      const attrs = { 'http-equiv': 'Content-Security-Policy', content: META_POLICY };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Vite's file server marks every `.gz` as an encoded response, so the browser would inflate it before the page sees it;
 * static hosts do not. Serving the folder ourselves gives the page the same bytes everywhere.
 */
function datasets(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'espalier:datasets',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/datasets', serveFolder(join(root, 'datasets')));
    },
    async writeBundle() {
      const folder = join(root, 'datasets');
      // The programs that made a data set lie beside it, and the page has no use for them.
      const filter = (path: string): boolean => !/^make([-.]|$)/.test(basename(path));
      if (existsSync(folder)) await cp(folder, join(outDir, 'datasets'), { recursive: true, filter });
    },
  };
}

/** Models in a folder of this machine, under the lab's own origin: `ESPALIER_MODELS=FOLDER npm run dev`. Tests find those beside the checkout. */
function models(): Plugin {
  const folder = process.env['ESPALIER_MODELS'] ?? (process.env['VITEST'] ? '../shared/models' : undefined);
  return {
    name: 'espalier:models',
    configureServer({ middlewares }) {
      if (folder !== undefined) middlewares.use('/models', serveFolder(resolve(folder)));
    },
  };
}

/** What the site may take in a browser: everything but models, which are kept by their engines. */
const SITE_BUDGET = 36e6;
/** Asked for by browsers older than any that the lab runs in. */
const NEVER_ASKED_FOR = /\.woff$/;

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Files of engines of language models, which the service worker keeps once they are needed. */
const RUNTIME_PACKAGES = /node_modules\/(@huggingface\/transformers|onnxruntime-web|@mlc-ai)\//;
const runtimes = new Set<string>();
/** The chunk of what a worker's entry imports. */
const BESIDE_ENTRY = 'worker-modules';

function findRuntimes(): Plugin {
  return {
    name: 'espalier:runtimes',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const sources = file.type === 'chunk' ? file.moduleIds : file.originalFileNames;
        const isOfEntry = file.type === 'chunk' && (file.isEntry || file.name === BESIDE_ENTRY);
        if (!isOfEntry && sources.some((source) => RUNTIME_PACKAGES.test(source))) runtimes.add(file.fileName);
      }
    },
  };
}

async function siteFiles(folder: string): Promise<SiteFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.sort().map(async (path): Promise<SiteFile> => {
    const content = await readFile(path);
    const unpackedSha256 = path.endsWith('.gz') ? sha256Of(gunzipSync(content)) : null;
    const name = relative(folder, path).replaceAll(sep, '/');
    const isRuntime = runtimes.has(name);
    return { path: name, sha256: sha256Of(content), unpackedSha256, bytes: content.length, isRuntime };
  });
  return (await Promise.all(files)).filter(({ path }) => !NEVER_ASKED_FOR.test(path));
}

/**
 * Writes the service worker that keeps the site, once all of its files are there. A program of its own, since browsers run
 * service workers that import others only since lately. Why not vite-plugin-pwa:
 * docs/decisions.md#a-service-worker-of-our-own.
 */
function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'espalier:service-worker',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = join(root, 'dist') }) {
        const files = await siteFiles(dir);
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        const size = `${(bytes / 1e6).toFixed(1)} MB of ${String(SITE_BUDGET / 1e6)} MB in ${String(files.length)} files`;
        if (bytes > SITE_BUDGET) this.error(`The site is too large to be kept for use without a network: ${size}.`);
        const site: Site = { files, ...SITE_HEADERS };
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          define: { SITE: JSON.stringify(site) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'esnext',
            lib: {
              entry: resolve(import.meta.dirname, 'workers/site.worker.ts'),
              formats: ['iife'],
              name: 'espalier',
              fileName: () => 'service-worker.js',
            },
          },
        });
        const needed = files.filter(({ isRuntime }) => isRuntime).reduce((sum, file) => sum + file.bytes, 0);
        this.info(`kept for use without a network: ${size}, ${(needed / 1e6).toFixed(1)} MB of them once a model runs`);
      },
    },
  };
}

/** Keeps a second, twice as large runtime of onnxruntime-web, which nothing here loads, out of the build. */
const RESOLVE = { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] };

// In the page's tests a dependency that Vite meets late reloads the page under the test, so all are prepared at the start.
const PREPARED = [
  '@codemirror/lang-javascript',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/state',
  '@codemirror/view',
  '@huggingface/transformers',
  '@jitl/quickjs-wasmfile-release-sync',
  '@lezer/highlight',
  '@mlc-ai/web-llm',
  '@mlc-ai/web-xgrammar',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@observablehq/plot',
  'codemirror',
  'comlink',
  'dompurify',
  'entities',
  'eventsource-parser',
  'fflate',
  'fzstd',
  'hyparquet',
  'hyparquet-compressors',
  'marked',
  'papaparse',
  'pure-rand/generator/xoroshiro128plus',
  'quickjs-emscripten-core',
  'sql.js',
  'temml',
  'zod',
  'zod/mini',
  'zod/v4/locales',
];

/** A busy machine can hold a browser back at any moment. What needed its second try is named in the summary. */
const IN_A_BROWSER = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  retry: 1,
  expect: { poll: { timeout: 15_000 } },
};

/** Larger than any size that a test gives the page: its frame would be scaled down, and Playwright clicks in no scaled frame of Firefox. */
const WINDOW = { width: 1600, height: 1200 };

async function browserProject(): Promise<TestProjectConfiguration> {
  // Only here, so that a build neither loads a browser's driver nor unpacks a browser.
  const { playwright } = await import('@vitest/browser-playwright');
  const { engineOfTests, launchOptions } = await import('./test/browsers.ts');
  const { typeIntoFields } = await import('./test/typed-fields.ts');
  const { builtWorkers } = await import('./test/built-workers.ts');
  typeIntoFields();
  const engine = engineOfTests();
  return {
    extends: true,
    plugins: [builtWorkers(RESOLVE)],
    optimizeDeps: { include: PREPARED },
    test: {
      name: 'browser',
      include: ['test/browser/**/*.test.ts'],
      fileParallelism: false,
      sequence: { groupOrder: 2 },
      setupFiles: ['test/browser/without-settings.ts', 'test/browser/page-frame.ts'],
      ...IN_A_BROWSER,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: launchOptions(engine),
          contextOptions: { reducedMotion: 'reduce', viewport: WINDOW },
        }),
        instances: [{ browser: engine }],
      },
    },
  };
}

async function testOptions(): Promise<NonNullable<ViteUserConfig['test']>> {
  return {
    reporters: ['default', './test/summary.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/e2e/**', 'test/engines/**'],
          maxWorkers: 2,
          // Loading the same modules anew for each file took a quarter of the time; no test may rest on a fresh module.
          isolate: false,
          setupFiles: ['test/close-databases.ts'],
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          // Where all are run by one command, one kind after the other: each takes all of the machine.
          sequence: { groupOrder: 1 },
          ...IN_A_BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          // Minutes more in each browser (npm run test:browsers).
          ...(process.env['EVENTS'] === 'all' ? {} : { exclude: ['test/engines/{machines,offline,parts}.test.ts'] }),
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          ...IN_A_BROWSER,
          testTimeout: 600_000,
        },
      },
      await browserProject(),
    ],
  };
}

/**
 * Puts what a worker's entry imports into a chunk beside it, so that no chunk that is loaded late imports from the entry: WebKit would
 * evaluate that again (test/e2e/site.test.ts).
 */
function besideEntry(id: string, context: Rolldown.ChunkingContext): string | null {
  const seen = new Set<string>();
  const isFromEntry = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    const info = context.getModuleInfo(module);
    return info !== null && (info.isEntry || info.importers.some(isFromEntry));
  };
  return context.getModuleInfo(id)?.isEntry !== true && isFromEntry(id) ? BESIDE_ENTRY : null;
}

const licensed = licences();

export default defineConfig(async (): Promise<ViteUserConfig> => ({
  base: './',
  // A missing file must be a 404: the single-page default answers 200 with index.html, which then fails as wasm or JSON.
  appType: 'mpa',
  plugins: [
    svelte({ configFile: false, compilerOptions: { runes: true } }),
    securityPolicy(),
    datasets(),
    models(),
    pages(),
    licensed.page(),
    serviceWorker(),
  ],
  worker: {
    format: 'es',
    plugins: () => [licensed.worker(), findRuntimes()],
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: besideEntry, debugName: 'beside the entry' }] } } },
  },
  resolve: RESOLVE,
  server: {
    host: '127.0.0.1',
    // Each worker of the page's tests is made of hundreds of modules, which do not change while they run.
    headers: { ...ISOLATION, ...(process.env['VITEST'] ? { 'Cache-Control': 'max-age=3600' } : {}) },
    // Tests in the browser read the data that lies beside a checkout.
    ...(process.env['VITEST'] ? { fs: { allow: ['.', '../shared'] } } : {}),
  },
  build: {
    target: 'esnext',
    // Inlined assets become data: URLs, which the policy refuses for fonts and wasm.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  ...(process.env['VITEST'] ? { test: await testOptions() } : {}),
}));
