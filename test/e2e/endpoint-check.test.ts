/** @file What of the connection check only a browser does: CORS, Local Network Access, and what they hide from a page. */
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDiagnosis, EndpointStep } from '../../src/models/service/endpoint.ts';
import { findChromium } from '../chromium.ts';
import { startDouble, unusedPort, type Behaviour, type EndpointDouble } from '../models/endpoint/double.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const doubles: EndpointDouble[] = [];
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((double) => double.close()));
});

/** A server of the page's modules, isolated as `npm start` is or not, as a static host is. */
async function servePage(isolated: boolean): Promise<{ server: ViteDevServer; port: number }> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    cacheDir: resolve(ROOT, `node_modules/.vite-endpoint-check-${isolated ? 'isolated' : 'plain'}`),
    appType: 'mpa',
    optimizeDeps: { include: ['eventsource-parser'], noDiscovery: true },
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      headers: isolated
        ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
        : {},
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
  return { server, port: address.port };
}

/** Runs the check in a worker of the page. */
async function examine(page: Page, baseUrl: string, key: string | null = null): Promise<EndpointDiagnosis> {
  const question = { options: { baseUrl }, model: 'tiny', key };
  return page.evaluate(
    (asked) =>
      new Promise<EndpointDiagnosis>((answer, refuse) => {
        const worker = new Worker('/test/e2e/endpoint-check.worker.ts', { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<EndpointDiagnosis>) => answer(data);
        worker.onerror = ({ message }) => refuse(new Error(message));
        worker.postMessage(asked);
      }),
    question,
  );
}

async function start(behaviour: Behaviour): Promise<EndpointDouble> {
  const double = await startDouble(behaviour);
  doubles.push(double);
  return double;
}

const failedStep = ({ steps }: EndpointDiagnosis): EndpointStep | undefined =>
  steps.find(({ status }) => status === 'failed');

describe.each([
  ['isolated, as the lab serves itself', true],
  ['as a static host serves it', false],
])('from a page %s', (_, isolated) => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    const served = await servePage(isolated);
    server = served.server;
    origin = `http://127.0.0.1:${served.port}`;
    browser = await chromium.launch(findChromium());
    page = await browser.newPage();
    await page.goto(`${origin}/LICENSE`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('all is well where the origin is allowed, also with a key', async () => {
    const { baseUrl } = await start({ allowOrigin: origin, key: 'right' });
    const diagnosis = await examine(page, baseUrl, 'right');
    expect(diagnosis.steps.map(({ finding }) => finding)).toEqual(Array.from({ length: 5 }, () => 'passed'));
    expect(diagnosis.speed?.tokensPerSecond).toBeGreaterThan(0);
  });

  test.each([
    ['no origin', null],
    ['another origin', 'https://example.org'],
  ])(
    'a server that allows %s is told apart from none, with this page’s origin in the fix',
    async (_what, allowOrigin) => {
      const { baseUrl } = await start({ allowOrigin });
      const step = failedStep(await examine(page, baseUrl));
      expect(step).toMatchObject({ check: 'connection', finding: 'origin-refused' });
      expect(step?.message).toContain(`pages of ${origin}`);
      const commands = step?.fixes.map(({ command }) => command);
      expect(commands).toContain(`OLLAMA_ORIGINS="${origin}" ollama serve`);
      expect(commands).toContain('lms server start --cors');
      expect(commands).toContain(`vllm serve MODEL --allowed-origins '["${origin}"]'`);
    },
  );

  test('nothing listens', async () => {
    const step = failedStep(await examine(page, `http://127.0.0.1:${await unusedPort()}/v1`));
    expect(step).toMatchObject({ check: 'connection', finding: 'nothing-listening' });
  });

  test('half a reply and then a closed connection', async () => {
    const { baseUrl } = await start({ half: 'close' });
    const step = failedStep(await examine(page, baseUrl));
    expect(step).toMatchObject({ check: 'streaming', finding: 'reply-broken-off' });
    // A broken connection may take with it what the browser had received but not read.
    expect(step?.message).toMatch(/after \d+ characters, “Three|before its first word/u);
  });

  test('a redirect, which a browser hides', async () => {
    const { baseUrl } = await start({ redirect: 'http://127.0.0.1:1' });
    expect(failedStep(await examine(page, baseUrl))).toMatchObject({ finding: 'redirected' });
  });
});

describe('from a page of the public web', () => {
  let server: ViteDevServer;
  let local: string;
  let browser: Browser;
  beforeAll(async () => {
    const served = await servePage(true);
    server = served.server;
    local = `http://127.0.0.1:${served.port}`;
    browser = await chromium.launch(findChromium());
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** The browser takes what the test hands it under this origin for a page from elsewhere. */
  async function examineFrom(origin: string, setting: 'prompt' | 'denied' | 'granted', baseUrl: string) {
    const page = await browser.newPage();
    try {
      const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
      const devtools = await browser.newBrowserCDPSession();
      const context =
        targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId };
      for (const name of ['loopback-network', 'local-network-access']) {
        await devtools.send('Browser.setPermission', { permission: { name }, setting, origin, ...context });
      }
      await page.context().route(`${origin}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await route.fetch({ url: local + pathname + search });
        await route.fulfill({ response });
      });
      await page.goto(`${origin}/LICENSE`);
      return await examine(page, baseUrl);
    } finally {
      await page.context().close();
    }
  }

  test('the permission for this machine was denied', async () => {
    const { baseUrl } = await start({});
    const step = failedStep(await examineFrom('https://lab.example', 'denied', baseUrl));
    expect(step).toMatchObject({ check: 'connection', finding: 'local-network-denied' });
    expect(step?.fixes[0]?.text).toContain('site settings');
  });

  test('the permission was not granted yet', async () => {
    const { baseUrl } = await start({});
    const step = failedStep(await examineFrom('https://lab.example', 'prompt', baseUrl));
    expect(step).toMatchObject({ check: 'connection', finding: 'local-network-not-granted' });
    expect(step?.fixes[0]?.text).toContain('choose Allow');
  });

  test('the permission was granted', async () => {
    const { baseUrl } = await start({});
    expect((await examineFrom('https://lab.example', 'granted', baseUrl)).works).toBe(true);
  });

  test('the permission was granted, but the server refuses the origin', async () => {
    const { baseUrl } = await start({ allowOrigin: null });
    const step = failedStep(await examineFrom('https://lab.example', 'granted', baseUrl));
    expect(step).toMatchObject({ finding: 'origin-refused' });
    expect(step?.message).toContain('pages of https://lab.example');
  });

  test('a page that is not secure is not even asked for', async () => {
    const { baseUrl } = await start({});
    const step = failedStep(await examineFrom('http://lab.example', 'prompt', baseUrl));
    expect(step).toMatchObject({ check: 'connection', finding: 'page-not-secure' });
  });

  test('an http server elsewhere is mixed content', async () => {
    const step = failedStep(await examineFrom('https://lab.example', 'granted', 'http://models.example:8000/v1'));
    expect(step).toMatchObject({ check: 'connection', finding: 'mixed-content' });
    expect(step?.fixes.map(({ command }) => command)).toContain('ssh -L 8000:localhost:8000 models.example');
  });
});
