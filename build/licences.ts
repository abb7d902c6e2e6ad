/**
 * @file Writes `licences.txt`: the licences of everything that the built site holds, as their texts ask. rollup-plugin-license sees the
 * modules of one bundle; typefaces, WebAssembly and what workers import would be missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const OWN_TEXTS = join(import.meta.dirname, 'licences');
const TEXT = /^(licen[sc]e|copying|notice)([.-]|$)/i;

/** What packages bring along inside of their own files, where no bundler sees it. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  '@huggingface/transformers': ['@huggingface/jinja', '@huggingface/tokenizers'],
  '@mlc-ai/web-llm': ['@mlc-ai/web-xgrammar', 'loglevel'],
  'onnxruntime-web': ['onnxruntime-common'],
};

/** Texts of packages that come without one. */
const LACKING: Readonly<Record<string, string>> = {
  '@mlc-ai/web-xgrammar': 'apache-2.0.txt',
  'onnxruntime-common': 'onnxruntime.txt',
  'onnxruntime-web': 'onnxruntime.txt',
};

/** A package, or another part of the site, with the texts that it asks to be passed on. */
export interface LicensedPart {
  readonly name: string;
  /** `MIT`; as its package.json says. */
  readonly licence: string;
  readonly texts: readonly string[];
}

/** A text, without the licences of what a package holds that never comes into a site. */
function read(path: string): string {
  const [text = ''] = readFileSync(path, 'utf8').replaceAll('\r\n', '\n').split('\n# Licenses of bundled dependencies');
  return text.trim();
}

/** The packages of modules, with what they hold, sorted. @param ids as bundlers name modules, with their queries */
export function packagesOf(ids: Iterable<string>): readonly string[] {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    HELD[name]?.forEach(add);
  };
  for (const id of ids) {
    // The bundler's own helpers: `\0vite/preload-helper.js`.
    const helper = /^\0(vite|rolldown)\//.exec(id)?.[1];
    if (helper !== undefined) add(helper);
    const parts = id.replace(/^\0/, '').split('?')[0]?.split(`node_modules/`) ?? [];
    const [first = '', second = ''] = parts.length > 1 ? (parts.at(-1) ?? '').split('/') : [];
    if (first !== '') add(first.startsWith('@') ? `${first}/${second}` : first);
  }
  return [...names].sort();
}

/** A package's licence. @throws where it has no text, which would be missing in the site */
export function licenceOf(name: string): LicensedPart {
  const folder = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(read(join(folder, 'package.json'))) as Record<string, string>;
  const own = readdirSync(folder).filter((file) => TEXT.test(file));
  const lacking = LACKING[name];
  const texts = own.sort().map((file) => read(join(folder, file)));
  if (texts.length === 0 && lacking !== undefined) texts.push(read(join(OWN_TEXTS, lacking)));
  if (texts.length === 0) throw new Error(`${name} comes without the text of its licence: add it to build/licences.`);
  return { name: `${name} ${version ?? ''}`, licence: license ?? '', texts };
}

/** What is no package of npm: the lab itself, its datasets, and what its WebAssembly is made of. */
function otherParts(): readonly LicensedPart[] {
  const datasets = join(ROOT, 'datasets');
  const described = readdirSync(datasets).filter((name) => existsSync(join(datasets, name, 'LICENSE')));
  return [
    { name: 'Espalier', licence: 'MIT', texts: [read(join(ROOT, 'LICENSE'))] },
    ...described.map((name) => {
      return { name: `Dataset ${name}`, licence: 'see its text', texts: [read(join(datasets, name, 'LICENSE'))] };
    }),
    { ...licenceOf('assemblyscript'), name: 'AssemblyScript, whose runtime is in the lab’s own WebAssembly' },
    {
      name: 'SQLite, in the WebAssembly of sql.js',
      licence: 'public domain',
      texts: [read(join(OWN_TEXTS, 'sqlite.txt'))],
    },
    {
      name: 'Libraries in the WebAssembly of onnxruntime-web',
      licence: 'see their texts',
      texts: [read(join(OWN_TEXTS, 'onnxruntime-notices.txt'))],
    },
  ];
}

/** The file: what there is, then each text once with those that it is of. */
export function licencesText(parts: readonly LicensedPart[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, texts } of parts) for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name]);
  const rule = '-'.repeat(80);
  const list = parts.map(({ name, licence }) => `${name}: ${licence}`);
  const sections = [...byText].map(([text, names]) => [rule, ...names, rule, '', text, ''].join('\n'));
  return ['What this site is made of, and the licences of its parts.', '', ...list, '', ...sections, ''].join('\n');
}

/** The plugin for the page, and the one for each of its workers. */
export function licences(): { readonly page: () => Plugin; readonly worker: () => Plugin } {
  const ids = new Set<string>();
  const collect = (bundle: Rolldown.OutputBundle): void => {
    for (const file of Object.values(bundle)) {
      // Typefaces and WebAssembly come as files that no module stands for.
      for (const id of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) ids.add(id);
    }
  };
  const name = 'espalier:licences';
  return {
    worker: () => ({ name, apply: 'build', generateBundle: (_options, bundle) => collect(bundle) }),
    page: () => ({
      name,
      apply: 'build',
      generateBundle(_options, bundle) {
        collect(bundle);
        const source = licencesText([...otherParts(), ...packagesOf(ids).map(licenceOf)]);
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    }),
  };
}
