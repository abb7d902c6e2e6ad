/**
 * @file WebKitGTK, where it is installed with its driver (Debian: webkit2gtk-driver, and xvfb where there is no screen). Playwright drives
 * its own build of WebKit alone, so this is the little that is needed of the W3C's WebDriver.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrivenPage } from './driven-page.ts';

const LIBRARIES = ['/usr/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/libexec'];
const TRIES = 100;
const BETWEEN = 100;
/** Milliseconds that one command may take. */
const PATIENCE = 60_000;

const onPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

/** The browser that the driver starts; null where WebKitGTK, its driver or a screen is missing. */
export function findWebKit(): string | null {
  if (!onPath('WebKitWebDriver') || (process.env['DISPLAY'] === undefined && !onPath('Xvfb'))) return null;
  const browsers = LIBRARIES.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('webkit2gtk-4'))
      .map((name) => join(folder, name, 'MiniBrowser')),
  );
  return browsers.find((path) => existsSync(path)) ?? null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A screen in memory, on a number that is free. */
async function startScreen(): Promise<{ readonly display: string; readonly screen: ChildProcess }> {
  const screen = spawn('sh', ['-c', 'exec Xvfb -displayfd 1 -screen 0 1440x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Left open: the screen would end where nobody hears the rest of what it says.
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  return { display: `:${String(number).trim()}`, screen };
}

class Driver {
  private readonly address: string;
  private session = '';

  constructor(port: number) {
    this.address = `http://127.0.0.1:${String(port)}`;
  }

  /** @returns the browser's version */
  async start(binary: string, args: readonly string[]): Promise<string> {
    const options = { 'webkitgtk:browserOptions': { binary, args } };
    const begin = (): Promise<{ sessionId: string; capabilities: { browserVersion: string } }> =>
      this.send('POST', '/session', { capabilities: { alwaysMatch: options } });
    for (let tries = 1; ; tries += 1) {
      try {
        const { sessionId, capabilities } = await begin();
        this.session = `/session/${sessionId}`;
        return capabilities.browserVersion;
      } catch (thrown) {
        // The driver listens in its own time.
        if (tries === TRIES) throw thrown;
        await pause(BETWEEN);
      }
    }
  }

  async command<Result>(method: string, path: string, body?: object): Promise<Result> {
    return this.send(method, `${this.session}${path}`, body);
  }

  private async send<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(this.address + path, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Result };
    if (!response.ok) throw new Error(`WebDriver, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}

/** Parts of WebKit that WebKitGTK has and leaves off, and Safari has on. Without them it is as a private window that gives no storage. */
const STORAGE = ['FileSystem', 'AccessHandle', 'FileSystemWritableStream', 'StorageAPI', 'StorageAPIEstimate'];

/** A window without bars, that keeps what its pages store: the browser that comes with WebKitGTK keeps nothing where it is driven. */
const WITH_STORAGE = join(import.meta.dirname, 'webkit-with-storage.py');

/** Whether it can be started with its storage switched on: that takes WebKitGTK's binding to Python (Debian: python3-gi, gir1.2-webkit2-4.1). */
export const hasWebKitStorage = (): boolean =>
  findWebKit() !== null && spawnSync(WITH_STORAGE, ['--is-here'], { stdio: 'ignore' }).status === 0;

/** Starts WebKitGTK with one page. @param hasStorage whether its storage is switched on @throws Error where it is not installed */
export async function startWebKit(hasStorage = false): Promise<DrivenPage> {
  const shipped = findWebKit();
  if (shipped === null) throw new Error('WebKitGTK, its driver or Xvfb is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'espalier-webkit-'));
  const [binary, args] = hasStorage ? [WITH_STORAGE, [folder, ...STORAGE]] : [shipped, ['--automation']];
  const given = process.env['DISPLAY'];
  const { display, screen } = given === undefined ? await startScreen() : { display: given, screen: null };
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`], {
    // The sandbox of the page's process wants namespaces that containers seldom grant.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints = text(driver.stderr);
  const session = new Driver(port);
  const stop = (): void => {
    driver.kill();
    screen?.kill();
    // Its processes write until they have ended.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const version = await session.start(binary, args);
    return {
      browser: `WebKitGTK ${version}`,
      async open(url) {
        await session.command('POST', '/url', { url: 'about:blank' });
        await session.command('POST', '/url', { url });
      },
      async click(selector) {
        const found = await session.command<Readonly<Record<string, string>>>('POST', '/element', {
          using: 'css selector',
          value: selector,
        });
        await session.command('POST', `/element/${Object.values(found)[0] ?? ''}/click`, {});
      },
      screenshot: async () => Buffer.from(await session.command<string>('GET', '/screenshot'), 'base64'),
      async resize(width, height) {
        await session.command('POST', '/window/rect', { width, height });
      },
      evaluate: (script) => session.command('POST', '/execute/sync', { script, args: [] }),
      async close() {
        await session.command('DELETE', '');
        stop();
      },
    };
  } catch (thrown) {
    stop();
    throw new Error(`WebKitGTK did not start: ${await complaints}`, { cause: thrown });
  }
}
