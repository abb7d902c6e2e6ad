/** @file How the page is built, served and tested; the one place that defines its security policy. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defaultClientConditions, type Connect, type Plugin } from 'vite';
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config';
import { licences } from './build/licences.ts';
import { serveFolder } from './build/serve-folder.ts';
import type { Site, SiteFile } from './src/offline/site.ts';

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self' https://*.wikipedia.org",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'manifest-src': "'self'",
  // Text becomes markup or a script's address only through these: src/core/own-scripts.ts, Svelte's and DOMPurify's.
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default svelte-trusted-html dompurify',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const EMBEDDABLE = /\/(index\.html)?$/;

// Browsers ignore these in a <meta> tag and log an error for each.
const HEADER_ONLY = new Set(['frame-ancestors']);

const written = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([directive, sources]) => `${directive} ${sources}`).join('; ');

const CONTENT_SECURITY_POLICY = written(Object.entries(POLICY));
/**
 * The page asks nobody but its own origin and, once switched on, Wikipedia. Models and datasets come from where the person
 * says, so the workers that fetch them, and no other code, may ask any host over https, and this machine over http.
 */
const FETCHING_WORKER = /(^|\/)assets\/(model|import|library)\.worker-[^/]*\.js$/;
const FETCHING_WORKER_POLICY = written(
  Object.entries({ ...POLICY, 'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*" }),
);
/** A picture in somebody's course page: what can be put into a frame shows no place where something could be lost or sent. */
const EMBEDDED_POLICY = written(Object.entries({ ...POLICY, 'frame-ancestors': '*' }));
const META_POLICY = written(Object.entries(POLICY).filter(([name]) => !HEADER_ONLY.has(name)));

// SharedArrayBuffer, and with it threads in wasm, exists only on an isolated page.
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const PREVIEW_HEADERS = {
  ...ISOLATION,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * A static host may send no headers, so the built page carries its policy too; and Vite's own `preview.headers`
 * leaves out the responses that other middlewares write, such as a 404.
 */
function securityPolicy(): Plugin {
  return {
    name: 'espalier:security-policy',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(PREVIEW_HEADERS)) response.setHeader(name, value);
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
        const policy = FETCHING_WORKER.test(pathname)
          ? FETCHING_WORKER_POLICY
          : searchParams.has('embed') && EMBEDDABLE.test(pathname)
            ? EMBEDDED_POLICY
            : CONTENT_SECURITY_POLICY;
        response.setHeader('Content-Security-Policy', policy);
        next();
      });
    },
    transformIndexHtml(_html, { server }) {
      // The development server styles the page through inline <style>, which the policy refuses.
      if (server) return [];
      const attrs = { 'http-equiv': 'Content-Security-Policy', content: META_POLICY };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Vite's file servers mark every `.gz` as an encoded response, so the browser would inflate it before the page sees it;
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
    configurePreviewServer(server) {
      server.middlewares.use('/datasets', serveFolder(join(outDir, 'datasets')));
    },
    async writeBundle() {
      const folder = join(root, 'datasets');
      // The programs that made a data set lie beside it, and the page has no use for them.
      const filter = (path: string): boolean => !/^make(\.ts)?$/.test(basename(path));
      if (existsSync(folder)) await cp(folder, join(outDir, 'datasets'), { recursive: true, filter });
    },
  };
}

/**
 * Models in a folder of this machine, under the lab's own origin: `ESPALIER_MODELS=FOLDER npm start`. Tests of the page's
 * modules find those beside the checkout; the built site has none unless it is told.
 */
function models(): Plugin {
  const given = process.env['ESPALIER_MODELS'];
  const beside = process.env['VITEST'] ? '../shared/models' : undefined;
  const serve = ({ middlewares }: { readonly middlewares: Connect.Server }, folder: string | undefined): void => {
    if (folder !== undefined) middlewares.use('/models', serveFolder(resolve(folder)));
  };
  return {
    name: 'espalier:models',
    configureServer: (server) => serve(server, given ?? beside),
    configurePreviewServer: (server) => serve(server, given),
  };
}

/** What the site may take in a browser: everything but models, which are kept by their engines. */
const SITE_BUDGET = 32e6;
/** Asked for by browsers older than any that the lab runs in. */
const NEVER_ASKED_FOR = /\.woff$/;

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function siteFiles(folder: string): Promise<SiteFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.sort().map(async (path): Promise<SiteFile> => {
    const content = await readFile(path);
    const unpackedSha256 = path.endsWith('.gz') ? sha256Of(gunzipSync(content)) : null;
    const name = relative(folder, path).replaceAll(sep, '/');
    return { path: name, sha256: sha256Of(content), unpackedSha256, bytes: content.length };
  });
  return (await Promise.all(files)).filter(({ path }) => !NEVER_ASKED_FOR.test(path));
}

/**
 * Writes the service worker that keeps the site, once all of its files are there. A program of its own, since browsers run
 * service workers that import others only since lately. Why not vite-plugin-pwa:
 * docs/decisions/2026-11-22-a-service-worker-of-our-own.md.
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
        const site: Site = {
          files,
          headers: PREVIEW_HEADERS,
          exceptions: [
            { path: FETCHING_WORKER.source, headers: { 'Content-Security-Policy': FETCHING_WORKER_POLICY } },
          ],
          embedded: { 'Content-Security-Policy': EMBEDDED_POLICY },
        };
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
        this.info(`kept for use without a network: ${size}`);
      },
    },
  };
}

// In the page's tests a dependency that Vite meets late reloads the page under the test, so all are prepared at the start.
const PREPARED = [
  '@codemirror/lang-sql',
  '@codemirror/language',
  '@codemirror/state',
  '@codemirror/view',
  '@huggingface/transformers',
  '@lezer/highlight',
  '@mlc-ai/web-llm',
  '@mlc-ai/web-xgrammar',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@observablehq/plot',
  'codemirror',
  'comlink',
  'd3-selection',
  'd3-zoom',
  'dompurify',
  'entities',
  'eventsource-parser',
  'fflate',
  'fzstd',
  'hyparquet',
  'hyparquet-compressors',
  'hyparquet-writer',
  'lean-qr',
  'marked',
  'papaparse',
  'pure-rand/generator/xoroshiro128plus',
  'sql.js',
  'temml',
  'zod',
  'zod/mini',
  'zod/v4/locales',
];

/** A busy machine can hold a browser back at any moment. What needed its second try is named in the summary. */
const IN_A_BROWSER = {
  fileParallelism: false,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  retry: 1,
  expect: { poll: { timeout: 15_000 } },
};

async function browserProject(): Promise<TestProjectConfiguration> {
  // Only here, so that a build neither loads a browser's driver nor unpacks a browser.
  const { playwright } = await import('@vitest/browser-playwright');
  const { findChromium } = await import('./test/chromium.ts');
  return {
    extends: true,
    optimizeDeps: { include: PREPARED },
    test: {
      name: 'browser',
      include: ['test/browser/**/*.test.ts'],
      setupFiles: ['test/browser/without-settings.ts'],
      ...IN_A_BROWSER,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: findChromium() }),
        instances: [{ browser: 'chromium' }],
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
          exclude: ['test/browser/**', 'test/e2e/**'],
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
          ...IN_A_BROWSER,
        },
      },
      await browserProject(),
    ],
  };
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
    licensed.page(),
    serviceWorker(),
  ],
  worker: { format: 'es', plugins: () => [licensed.worker()] },
  // Keeps a second, twice as large runtime of onnxruntime-web, which nothing here loads, out of the build.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    headers: ISOLATION,
    // Tests in the browser read the data that lies beside a checkout.
    ...(process.env['VITEST'] ? { fs: { allow: ['.', '../shared'] } } : {}),
  },
  preview: { host: '127.0.0.1' },
  build: {
    target: 'esnext',
    // Inlined assets become data: URLs, which the policy refuses for fonts and wasm.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  ...(process.env['VITEST'] ? { test: await testOptions() } : {}),
}));
