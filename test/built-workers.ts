/**
 * @file The workers that tests of the page start, in few files, as people get them: from the development server each worker would ask for
 * hundreds of modules, and tests start hundreds of workers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { build, type Plugin, type UserConfig } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
/** Some of its files start the workers. */
const CLIENT = resolve(ROOT, 'src/client');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
/** On a busy machine every build would tell of slow plugins. */
const QUIET = { pluginTimings: false };
/** What the development server makes of `new Worker(new URL('../../workers/lab.worker.ts', import.meta.url))`. */
const ASKED_FOR = /^\/workers\/([\w-]+\.worker)\.ts\?worker_file\b/;

/** Files by their paths in the site: `assets/lab.worker.js`. */
type Files = ReadonlyMap<string, string | Uint8Array>;

/** Builds what starts workers, and with it the workers and all that they load. */
async function buildWorkers(resolveOptions: NonNullable<UserConfig['resolve']>): Promise<Files> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    resolve: resolveOptions,
    worker: {
      format: 'es',
      rolldownOptions: { output: { entryFileNames: 'assets/[name].js' }, checks: QUIET },
    },
    build: {
      write: false,
      copyPublicDir: false,
      minify: false,
      target: 'esnext',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: {
        input: readdirSync(CLIENT)
          .filter((name) => name.endsWith('.ts'))
          .map((name) => join(CLIENT, name))
          .filter((path) => readFileSync(path, 'utf8').includes('new Worker(')),
        checks: QUIET,
      },
    },
  });
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/**
 * Serves them in place of their sources where tests are run once (`vitest run`); where they are run again after each change, the sources stay.
 * @param resolveOptions how the site finds the files of packages
 */
export function builtWorkers(resolveOptions: NonNullable<UserConfig['resolve']>): Plugin {
  // Begun by the first that is asked for: not every server of a run serves pages.
  let built: Promise<Files> | null = null;
  return {
    name: 'espalier:built-workers',
    configureServer({ middlewares }) {
      if (!process.argv.includes('run')) return;
      middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        const worker = ASKED_FOR.exec(url)?.[1];
        if (worker === undefined && !url.startsWith('/assets/')) return next();
        built ??= buildWorkers(resolveOptions);
        built.then((files) => {
          const path = url.slice(1).replace(/\?.*/, '');
          const content = worker === undefined ? files.get(path) : `import '/assets/${worker}.js';`;
          if (content === undefined) return next();
          const type = worker === undefined ? TYPES[extname(path)] : TYPES['.js'];
          response.setHeader('Content-Type', type ?? 'application/octet-stream');
          response.end(content);
        }, next);
      });
    },
  };
}
