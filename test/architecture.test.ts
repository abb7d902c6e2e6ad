/** @file The shape of the source, checked on every import. To let a folder import another one, edit LAYERS. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allSources, readSource, type SourceFile } from './source.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface Layer {
  /** The other layers it may import; within itself a layer is free. */
  readonly imports: readonly string[];
  /** The packages it may import; any but the page's framework where this is left out. */
  readonly packages?: readonly string[];
}

const LAYERS: Readonly<Record<string, Layer>> = {
  core: { imports: [], packages: ['jsonrepair', 'pure-rand'] },
  numeric: { imports: ['core'] },
  trace: { imports: ['core'] },
  data: { imports: ['core'] },
  rpc: { imports: ['core'] },
  models: { imports: ['core', 'rpc'] },
  reasoner: { imports: ['core', 'trace', 'tools'] },
  tools: { imports: ['core', 'data'] },
  // A planner reads like the paper's pseudo-code: it meets tools, models and agents only through its context.
  planners: { imports: ['core'], packages: [] },
  programs: { imports: ['core'] },
  environments: { imports: ['core', 'numeric'] },
  policies: { imports: ['core', 'numeric'] },
  metrics: { imports: ['core'] },
  recommenders: { imports: ['core', 'numeric', 'trace', 'tools'] },
  notebook: { imports: ['core', 'trace'] },
  picture: { imports: ['core', 'trace'], packages: [] },
  export: { imports: ['core', 'trace', 'picture'] },
  offline: { imports: ['core'] },
  // Engines are injected, so that a run neither loads nor chooses one; it imports the wrappers.
  lab: {
    imports: [
      'core',
      'numeric',
      'trace',
      'data',
      'rpc',
      'tools',
      'planners',
      'programs',
      'environments',
      'policies',
      'recommenders',
      'metrics',
      'models',
      'reasoner',
      'notebook',
      'export',
    ],
  },
  client: { imports: ['core', 'trace', 'data', 'rpc', 'models', 'lab', 'export', 'offline'] },
  cli: {
    imports: [
      'core',
      'trace',
      'data',
      'tools',
      'programs',
      'environments',
      'policies',
      'models',
      'notebook',
      'lab',
      'export',
      'offline',
    ],
  },
  ui: { imports: ['core', 'trace', 'client', 'notebook', 'export', 'picture'] },
  main: { imports: ['core', 'client', 'ui'] },
  workers: { imports: ['core', 'data', 'rpc', 'programs', 'models', 'notebook', 'lab', 'offline', 'export'] },
};

/** The page knows what the lab's features and models declare; their code is another program. */
const DECLARED_TO_THE_PAGE = new Set(['lab', 'models', 'notebook', 'export']);

const ON_THE_PAGE = new Set(['ui', 'client', 'main']);
const WITH_SVELTE = new Set(['ui', 'main']);
const WITH_NODE = new Set(['cli']);

const VAGUE = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'lib']);
const KEBAB = '[a-z0-9]+(-[a-z0-9]+)*';
const FILE_NAME = new RegExp(`^(${KEBAB}(\\.(worker|svelte|d))?\\.ts|([A-Z][a-z0-9]*)+\\.svelte)$`);
const FOLDER_NAME = new RegExp(`^${KEBAB}$`);

const WORKER_ENTRY = /^workers\/.*\.worker\.ts$/;
const LONGEST: readonly (readonly [RegExp, number])[] = [
  [WORKER_ENTRY, 60],
  [/^src\/planners\//, 80],
];

function layerOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Imports of other layers that LAYERS does not grant. */
function forbiddenLayers({ path, imports }: SourceFile): string[] {
  const own = layerOf(path);
  return imports.flatMap((one) => {
    if (one.path === null || layerOf(one.path) === own) return [];
    // The page knows a worker by its type alone; its code is another program.
    if (WORKER_ENTRY.test(one.path) && own === 'client' && one.isTypeOnly) return [];
    return LAYERS[own]?.imports.includes(layerOf(one.path)) ? [] : [`${path} imports ${one.specifier}`];
  });
}

/** What the page imports as code of what it should know as types alone. */
function codeOfWorkers({ path, imports }: SourceFile): string[] {
  if (layerOf(path) !== 'client') return [];
  return imports
    .filter((one) => one.path !== null && DECLARED_TO_THE_PAGE.has(layerOf(one.path)) && !one.isTypeOnly)
    .map((one) => `${path} imports ${one.specifier}`);
}

/** Imports of a page by what pages share. */
function importedPages({ path, imports }: SourceFile): string[] {
  if (!/^src\/ui\/(forms|parts)\//.test(path)) return [];
  return imports
    .filter((one) => one.path?.startsWith('src/ui/pages/') === true)
    .map((one) => `${path} imports ${one.specifier}`);
}

/** Imports of packages that the file's layer may not use. */
function forbiddenPackages({ path, imports }: SourceFile): string[] {
  const own = layerOf(path);
  const isAllowed = (name: string): boolean => {
    if (name.startsWith('node:')) return WITH_NODE.has(own);
    if (name === 'svelte') return WITH_SVELTE.has(own);
    return LAYERS[own]?.packages?.includes(name) ?? true;
  };
  return imports
    .filter((one) => one.path === null && !isAllowed(packageOf(one.specifier)))
    .map((one) => `${path} imports ${one.specifier}`);
}

function importedWorkers({ path, imports }: SourceFile): string[] {
  return imports
    .filter((one) => one.path !== null && WORKER_ENTRY.test(one.path) && !one.isTypeOnly)
    .map((one) => `${path} imports ${one.specifier}`);
}

function usesThePage({ path, globals }: SourceFile): string[] {
  if (ON_THE_PAGE.has(layerOf(path))) return [];
  return ['document', 'window'].filter((name) => globals.has(name)).map((name) => `${path} uses ${name}`);
}

/** One path through each knot of files that import each other, types included: a reader has to follow those too. */
function cycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    // A component may draw itself.
    for (const one of byPath.get(path)?.imports ?? [])
      if (one.path !== null && one.path !== path) walk(one.path, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  return found;
}

function badNames({ path }: SourceFile): string[] {
  const folders = path.split('/').slice(0, -1);
  const name = basename(path);
  const isBarrel = name === 'index.ts' && path !== 'src/core/index.ts';
  const isVague = [...folders, name.split('.')[0] ?? ''].some((part) => VAGUE.has(part.toLowerCase()));
  const isWellFormed = FILE_NAME.test(name) && folders.every((folder) => FOLDER_NAME.test(folder));
  return isBarrel || isVague || !isWellFormed ? [path] : [];
}

function tooLong({ path, lines }: SourceFile): string[] {
  return LONGEST.filter(([pattern, most]) => pattern.test(path) && lines > most).map(
    ([, most]) => `${path} has ${lines} lines, of ${most}`,
  );
}

function missingFiles({ path, imports }: SourceFile): string[] {
  return imports
    .filter((one) => one.path !== null && !existsSync(resolve(import.meta.dirname, '..', one.path)))
    .map((one) => `${path} imports ${one.specifier}`);
}

describe('the source', () => {
  const files = allSources();

  test('lies in folders that LAYERS knows', () => {
    expect(files.map(({ path }) => path).filter((path) => !(layerOf(path) in LAYERS))).toEqual([]);
  });

  test.each<[string, (file: SourceFile) => readonly string[]]>([
    ['imports only what its layer may', forbiddenLayers],
    ['has forms and parts that know no page', importedPages],
    ['uses only the packages that its layer may', forbiddenPackages],
    ['names the files it imports in full', missingFiles],
    ['knows workers by their types alone', importedWorkers],
    ['knows the lab, models and exports on the page by their types alone', codeOfWorkers],
    ['touches the document only on the page', usesThePage],
    ['has names that say what a file exports', badNames],
    ['keeps worker entries and planners short', tooLong],
  ])('%s', (_, faultsOf) => {
    expect(files.flatMap(faultsOf)).toEqual([]);
  });

  test('has no files that import each other in a circle', () => {
    expect(cycles(files)).toEqual([]);
  });
});

/** The rows of the tables of a document, cell by cell. */
function tableRows(text: string): string[][] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').slice(1, -1);
    return cells.length > 1 ? [cells.map((cell) => cell.trim())] : [];
  });
}

/** The files of a folder that count for its size: code, and documents of `docs`. */
function tracked(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const names = readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' });
    const counts = folder === 'docs' ? /\.md$/ : /\.(ts|svelte|css)$/;
    return names.filter((name) => counts.test(name)).map((name) => `${folder}/${name.replaceAll(sep, '/')}`);
  });
}

function sizeOf(paths: readonly string[]): { lines: number; bytes: number; words: number } {
  const texts = paths.map((path) => readFileSync(resolve(ROOT, path), 'utf8'));
  return {
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    words: texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0),
  };
}

const pathOf = (cell: string | undefined): string => /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? '';

describe('docs/architecture.md', () => {
  const files = allSources();
  const document = readFileSync(resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8');
  const section = (title: string): string => document.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

  test('has a row for every folder, which grants what its files import', () => {
    const rows = tableRows(section('Folders')).filter(([, , imports]) => imports !== '–' && imports !== 'may import');
    const granted = rows.flatMap(([path, , imports = '']): [string, readonly string[]][] => {
      const folder = pathOf(path);
      return folder === ''
        ? []
        : [[layerOf(`${folder}/`), imports === 'nothing' ? [] : imports.split(', ').toSorted()]];
    });
    const { main: _started, ...layers } = LAYERS;
    const held = Object.entries(layers).map(([name, { imports }]) => [name, imports.toSorted()]);
    expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(held));
  });

  test('grants nothing that no file uses', () => {
    const used = new Set(
      files.flatMap(({ path, imports }) =>
        imports.flatMap((one) => (one.path === null ? [] : [`${layerOf(path)} ${layerOf(one.path)}`])),
      ),
    );
    const unused = Object.entries(LAYERS).flatMap(([name, { imports }]) => imports.map((one) => `${name} ${one}`));
    expect(unused.filter((pair) => !used.has(pair))).toEqual([]);
  });

  test('has no folder with more lines than its row grants', () => {
    const most = tableRows(section('Folders')).flatMap(([path, , , lines]): [string, number][] =>
      /^\d+$/.test(lines ?? '') ? [[layerOf(`${pathOf(path)}/`), Number(lines)]] : [],
    );
    expect(most.map(([folder]) => folder).toSorted()).toEqual(
      Object.keys(LAYERS)
        .filter((name) => name !== 'main')
        .toSorted(),
    );
    const has = (folder: string): number =>
      sizeOf(tracked('src', 'workers').filter((path) => layerOf(path) === folder)).lines;
    expect(
      most.flatMap(([folder, lines]) => (has(folder) > lines ? [`${folder}: ${has(folder)} of ${lines}`] : [])),
    ).toEqual([]);
  });

  test('has no more lines, bytes, files and words than it grants in all', () => {
    const source = tracked('src', 'workers');
    const has: Readonly<Record<string, number>> = {
      '`src`, `workers` lines': sizeOf(source).lines,
      '`src`, `workers` bytes': sizeOf(source).bytes,
      '`src`, `workers` files': source.length,
      '`test` lines': sizeOf(tracked('test')).lines,
      '`docs` words': sizeOf(tracked('docs')).words,
    };
    const most = tableRows(section('Size')).flatMap(([what, number, unit]): [string, number][] =>
      /^\d+$/.test(number ?? '') ? [[`${what} ${unit}`, Number(number)]] : [],
    );
    expect(most.map(([what]) => what)).toEqual(Object.keys(has));
    expect(
      most.flatMap(([what, number]) => ((has[what] ?? 0) > number ? [`${what}: ${has[what]} of ${number}`] : [])),
    ).toEqual([]);
  });

  test('leads from the button to the tree over twenty files, each a step from one before it', () => {
    const walk = tableRows(section('One run from the button to the tree')).flatMap(([path]) => pathOf(path) || []);
    expect(walk.length).toBeGreaterThan(10);
    expect(walk.length).toBeLessThanOrEqual(20);
    const importsOf = new Map(files.map(({ path, imports }) => [path, new Set(imports.map((one) => one.path))]));
    const registries = files.map(({ path }) => path).filter((path) => basename(path) === 'registry.ts');
    const isLinked = (one: string, other: string): boolean =>
      importsOf.get(one)?.has(other) === true || importsOf.get(other)?.has(one) === true;
    const isStep = (one: string, other: string): boolean =>
      isLinked(one, other) || registries.some((registry) => isLinked(one, registry) && isLinked(registry, other));
    const lost = walk.filter((path, at) => at > 0 && !walk.slice(0, at).some((before) => isStep(before, path)));
    expect(lost).toEqual([]);
  });
});

describe('the rules refuse', () => {
  test.each([
    ['a core that imports data', forbiddenLayers, 'src/core/a.ts', "import type { B } from '../data/b.ts';"],
    ['a planner that loads a tool late', forbiddenLayers, 'src/planners/a.ts', "await import('../tools/b.ts');"],
    ['a component that reads data', forbiddenLayers, 'src/ui/A.svelte', "<script>import '../data/b.ts'</script>"],
    ['a re-export upwards', forbiddenLayers, 'src/core/a.ts', "export * from '../runs/b.ts';"],
    ['a worker that knows the page', forbiddenLayers, 'workers/a.worker.ts', "import '../src/ui/b.ts';"],
    ['a type named in place', forbiddenLayers, 'src/core/a.ts', "let b: import('../data/b.ts').B;"],
    ['a form that knows a page', importedPages, 'src/ui/forms/A.svelte', "<script>import '../pages/b.ts'</script>"],
    ['a package in the core', forbiddenPackages, 'src/core/a.ts', "import { z } from 'zod/mini';"],
    ['the framework off the page', forbiddenPackages, 'src/runs/a.ts', "import { mount } from 'svelte';"],
    ['a file system in the browser', forbiddenPackages, 'src/data/a.ts', "import fs from 'node:fs';"],
    ['a worker imported as code', importedWorkers, 'src/client/a.ts', "import { b } from '../../workers/b.worker.ts';"],
    ['code of the lab on the page', codeOfWorkers, 'src/client/a.ts', "import { b } from '../lab/b.ts';"],
    ['the document off the page', usesThePage, 'src/runs/a.ts', 'document.title;'],
    ['a drawer of odds and ends', badNames, 'src/core/utils.ts', ''],
    ['a component in lower case', badNames, 'src/ui/tree.svelte', ''],
    ['a class file in capitals', badNames, 'src/core/Random.ts', ''],
    ['a barrel', badNames, 'src/tools/index.ts', ''],
    ['a long planner', tooLong, 'src/planners/a.ts', 'a;\n'.repeat(81)],
    ['a worker with logic in it', tooLong, 'workers/a.worker.ts', 'a;\n'.repeat(61)],
  ])('%s', (_name, rule, path, text) => {
    expect(rule(readSource(path, text))).toHaveLength(1);
  });

  test('a circle of three', () => {
    const file = (name: string, next: string) => readSource(`src/core/${name}.ts`, `import './${next}.ts';`);
    expect(cycles([file('a', 'b'), file('b', 'c'), file('c', 'a')])).toEqual([
      'src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts',
    ]);
  });
});

describe('the rules grant', () => {
  test.each([
    ['the client a worker as a type', importedWorkers, "import type { Lab } from '../../workers/lab.worker.ts';"],
    [
      'the client a worker from another folder',
      forbiddenLayers,
      "import type { Lab } from '../../workers/lab.worker.ts';",
    ],
    ['a window that is not the page’s', usesThePage, 'const window = 7; window + 1;'],
    ['a property called document', usesThePage, 'task.document;'],
  ])('%s', (_name, rule, text) => {
    const path = rule === usesThePage ? 'src/metrics/a.ts' : 'src/client/a.ts';
    expect(rule(readSource(path, text))).toEqual([]);
  });
});
