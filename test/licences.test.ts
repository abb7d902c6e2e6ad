import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { licenceOf, packagesOf } from '../build/licences.ts';
import { allSources } from './source.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = resolve(ROOT, 'dist');

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** What the page and its workers import themselves, as their sources say; the terminal is no part of the site. */
function imported(): readonly string[] {
  const files = allSources().filter(({ path }) => !path.startsWith('src/cli/'));
  const packages = files.flatMap(({ imports }) =>
    imports.filter(({ path, isTypeOnly }) => path === null && !isTypeOnly),
  );
  const names = packages.map(({ specifier }) => packageOf(specifier));
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).sort();
}

/** Packages of which files lie in the site under names of their own. */
const FILES: Readonly<Record<string, RegExp>> = {
  '@fontsource/ibm-plex-mono': /^ibm-plex-mono-.*\.woff2$/,
  '@fontsource/ibm-plex-sans': /^ibm-plex-sans-.*\.woff2$/,
  '@fontsource/noto-sans-math': /^noto-sans-math-.*\.woff2$/,
  '@jitl/quickjs-wasmfile-release-sync': /^emscripten-module-.*\.wasm$/,
  'onnxruntime-web': /^ort-.*\.wasm$/,
  'sql.js': /^sql-wasm-.*\.wasm$/,
};

/** Of packages that come by way of others, or within them. */
const WORDS: Readonly<Record<string, string>> = {
  '@lezer/lr': 'No parse at',
  '@huggingface/jinja': 'Unknown statement type',
  loglevel: 'loglevel',
  'style-mod': 'adoptedStyleSheets',
};

describe('licences.txt of the built site', () => {
  const text = existsSync(resolve(DIST, 'licences.txt')) ? readFileSync(resolve(DIST, 'licences.txt'), 'utf8') : '';
  const listed = text.split('\n'.repeat(2))[1] ?? '';
  const assets = readdirSync(resolve(DIST, 'assets'));
  const isListed = (name: string): boolean => listed.split('\n').some((line) => line.startsWith(`${name} `));

  test('names every package that the page and its workers import, with its text', () => {
    const names = imported();
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !isListed(name))).toEqual([]);
    for (const name of names) for (const one of licenceOf(name).texts) expect(text).toContain(one);
  });

  test('names the package of every typeface and every WebAssembly in the site', () => {
    const files = assets.filter((name) => /\.(woff2|wasm)$/.test(name));
    const of = (file: string): string | undefined => Object.keys(FILES).find((name) => FILES[name]?.test(file));
    expect(files.filter((file) => of(file) === undefined)).toEqual([]);
    expect(Object.keys(FILES).filter((name) => !files.some((file) => of(file) === name))).toEqual([]);
    expect(Object.keys(FILES).filter((name) => !isListed(name))).toEqual([]);
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  test('names what came by way of other packages', () => {
    const code = assets
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(resolve(DIST, 'assets', name)));
    for (const [name, word] of Object.entries(WORDS)) {
      expect(
        code.some((one) => one.includes(word)),
        `${word} of ${name}`,
      ).toBe(true);
      expect(isListed(name)).toBe(true);
    }
  });

  test('carries the lab’s own licence, the datasets’ and that of what its WebAssembly is compiled from', () => {
    for (const path of ['LICENSE', 'datasets/synthetic-films/LICENSE', 'node_modules/assemblyscript/LICENSE']) {
      expect(text).toContain(readFileSync(resolve(ROOT, path), 'utf8').trim());
    }
    expect(text).toContain('May you do good and not evil.');
  });
});

describe('licences', () => {
  test('modules are of the package that they lie in, and bring what it holds', () => {
    const ids = [
      '/lab/src/main.ts',
      '/lab/node_modules/sql.js/dist/sql-wasm.wasm?url',
      '\0/lab/node_modules/d3-zoom/src/index.js?commonjs',
      'node_modules/@fontsource/noto-sans-math/files/a.woff2',
      '/lab/node_modules/a/node_modules/@lezer/lr/index.js',
      '\0vite/preload-helper.js',
      '/lab/node_modules/@huggingface/transformers/dist/transformers.web.js',
    ];
    expect(packagesOf(ids)).toEqual([
      '@fontsource/noto-sans-math',
      '@huggingface/jinja',
      '@huggingface/tokenizers',
      '@huggingface/transformers',
      '@lezer/lr',
      'd3-zoom',
      'sql.js',
      'vite',
    ]);
  });

  test('a package without a text is refused, so that none is left out in silence', () => {
    expect(() => licenceOf('guid-typescript')).toThrow('guid-typescript comes without the text of its licence');
  });
});
