/** @file What leaves the checkout: the package of `npm pack`, installed without a network, and the zip of the site. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { zipFolder } from '../build/zip.ts';
import { describeLab } from '../src/lab/describe.ts';
import { DIGESTS } from './digests.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const execute = promisify(execFile);

const folder = temporaryFolder();

describe('the package of npm pack, installed where there is no network', () => {
  let packed: readonly string[];
  const espalier = (): string => join(folder, 'node_modules/.bin/espalier');

  beforeAll(async () => {
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await execute('npm', pack, { cwd: ROOT });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    packed = files.map(({ path }) => path);
    writeFileSync(join(folder, 'package.json'), '{}');
    const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, filename)];
    await execute('npm', install, { cwd: folder });
  });

  test('holds the site, the terminal and what goes with them, and no source', () => {
    const tops = new Set(
      packed.map((path) => (/^docs\/\w+\//.test(path) ? path.split('/', 2).join('/') : path.split('/', 1).join())),
    );
    expect([...tops].sort()).toEqual([
      'CITATION.cff',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'docs/course',
      'docs/examples',
      'package.json',
    ]);
    expect(packed.filter((path) => path.endsWith('.ts'))).toEqual([]);
    const site = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(packed.filter((path) => path.startsWith('dist/'))).toHaveLength(site.length);
  });

  test('needs no other package', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['espalier']);
  });

  test('gives the same events as the sources', async () => {
    const spec = join(folder, 'default.json');
    writeFileSync(spec, JSON.stringify(describeLab().defaultSpec));
    const { stdout } = await execute(espalier(), ['run', spec], { cwd: folder });
    const { digest } = JSON.parse(stdout) as { digest: string };
    expect(digest).toBe(DIGESTS['the default spec']?.digest);
  });

  test('checks the hand-ins of a class in one command: each by itself, whatever is wrong with another', async () => {
    const course = join(folder, 'node_modules/espalier/docs/course');
    const lab = JSON.parse(readFileSync(join(course, 'lab-3-interecagent.espalier.json'), 'utf8')) as {
      cells: { id: string; spec?: { turns: string[] } }[];
    };
    const talk = lab.cells.flatMap((cell) =>
      cell.id === 'talk' ? [{ ...cell, spec: { ...cell.spec, turns: ['I loved Alien.'] } }] : [],
    );
    const handIns = join(folder, 'hand-ins');
    mkdirSync(handIns);
    writeFileSync(join(folder, 'lab.json'), JSON.stringify({ ...lab, cells: talk }));
    writeFileSync(join(handIns, 'cleo.json'), JSON.stringify({ ...lab, cells: talk }));
    await execute(espalier(), ['reproduce', 'lab.json', '--stamp', 'hand-ins/anna.json'], { cwd: folder });
    const copied = readFileSync(join(handIns, 'anna.json'), 'utf8').replace('I loved Alien.', 'I loved Heat.');
    writeFileSync(join(handIns, 'ben.json'), copied);
    const ended = await execute(espalier(), ['reproduce', 'hand-ins'], { cwd: folder }).catch(
      (thrown: unknown) => thrown as { code: number; stdout: string },
    );
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file?: string; outcome: string });
    expect(lines.map(({ file, outcome }) => [file, outcome])).toEqual([
      ['anna.json', 'identical'],
      ['ben.json', 'different'],
      ['cleo.json', 'refused'],
      [undefined, 'different'],
    ]);
    expect(lines.at(-1)).toMatchObject({ identical: 1, different: 1, refused: 1 });
    expect(ended).toMatchObject({ code: 1 });
  });

  test('serves the page with its policy to this machine alone until it is stopped', async () => {
    const server = spawn(espalier(), ['--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise((done) => server.once('exit', done));
    const line = await new Promise<string>((done) =>
      server.stdout.once('data', (chunk: Buffer) => done(chunk.toString())),
    );
    const { url } = JSON.parse(line) as { url: string };
    const response = await fetch(url);
    expect(await response.text()).toBe(readFileSync(join(DIST, 'index.html'), 'utf8'));
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await fetch(`${url}no-such-page`)).status).toBe(404);
    expect((await fetch(`${url}../package.json`)).status).toBe(404);
    expect((await fetch(`${url}%2e%2e/package.json`)).status).toBe(404);
    server.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

test('the zip holds the site in one folder, byte for byte, and is the same each time', () => {
  const small = join(DIST, 'notebooks');
  const zip = zipFolder(small, 'espalier');
  expect(zipFolder(small, 'espalier')).toEqual(zip);
  const names = readdirSync(small).map((name) => `espalier/${name}`);
  const unpacked = unzipSync(zip);
  expect(Object.keys(unpacked)).toEqual(names.toSorted());
  for (const [name, bytes] of Object.entries(unpacked))
    expect(Buffer.from(bytes).equals(readFileSync(join(small, name.replace('espalier/', ''))))).toBe(true);
});
