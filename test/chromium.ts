/**
 * @file The browser of the tests: the npm package's, which is pinned and needs nothing of the system but glibc, unless `CHROME_PATH` names
 * another one. The package's own unpacking is not used: it writes to fixed places and takes a half-written file for a whole one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** What Playwright's `launch` and Vitest's `launchOptions` both take. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const PACKAGE = resolve(import.meta.dirname, '../node_modules/@sparticuz/chromium');
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache');

const ARGS = [
  // Containers seldom grant the namespaces of the sandbox, and their /dev/shm is too small for a renderer.
  '--no-sandbox',
  '--disable-dev-shm-usage',
];

const fontsConf = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;

function unpackInto(folder: string, home: string): void {
  const read = (name: string) => brotliDecompressSync(readFileSync(join(PACKAGE, 'bin', name)));
  writeFileSync(join(folder, 'chromium'), read('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) {
    const { status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', folder], { input: read(name) });
    if (status !== 0) throw new Error(`tar could not unpack ${name}: ${String(stderr)}`);
  }
  writeFileSync(join(folder, 'fonts.conf'), fontsConf(home));
}

function unpacked(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const home = join(CACHE, `chromium-${version}`);
  if (existsSync(home)) return home;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, 'unpacking-'));
  try {
    unpackInto(fresh, home);
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process may have been first, and its copy is as good.
    if (!existsSync(home)) throw error;
  }
  return home;
}

/** The browser of the tests; the npm package's is unpacked on first use (a few seconds, once per install). */
export function findChromium(): Chromium {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  const own = env['CHROME_PATH'];
  if (own !== undefined) return { executablePath: own, args: ARGS, env };
  const home = unpacked();
  return {
    executablePath: join(home, 'chromium'),
    args: ARGS,
    env: { ...env, LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_PATH: home },
  };
}
