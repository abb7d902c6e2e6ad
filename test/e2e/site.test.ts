import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, openSite, watch, type Misdeeds, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('every response', () => {
  test.each(['', 'index.html', 'no-such-page', 'datasets/no-such-file.csv', 'assets/no-such.wasm'])(
    'of /%s carries the policy and isolates the page',
    async (path) => {
      const { headers } = await fetch(site.url + path);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
      );
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );

  test.each(['no-such-page', 'datasets/no-such-file.csv', 'assets/no-such.wasm'])(
    'to a request for /%s, which is not there, is a 404',
    async (path) => {
      expect((await fetch(site.url + path)).status).toBe(404);
    },
  );
});

test('no file imports the entry of a worker, which WebKit would then evaluate a second time', async () => {
  const assets = resolve(import.meta.dirname, '../../dist/assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => name.includes('.worker-'))).not.toEqual([]);
  const importing = await Promise.all(
    scripts.map(async (name) => {
      const text = await readFile(resolve(assets, name), 'utf8');
      return /(?:from|import|import\()\s*["'`]\.\/[\w-]+\.worker-/.test(text) ? [name] : [];
    }),
  );
  expect(importing.flat()).toEqual([]);
});

describe('the page', () => {
  let browser: Browser;
  let page: Page;
  let misdeeds: Misdeeds;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    misdeeds = watch(page, site);
  });
  afterEach(() => page.close());

  test('opens with no error, no refusal by the policy and no request elsewhere', async () => {
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(misdeeds).toEqual({ foreignRequests: [], failedRequests: [], errors: [] });
  });

  test('fetches nothing of an engine before one is chosen', async () => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(
      requested.filter((path) => /model\.worker|ort-wasm|transformers|web-llm|endpoint-engine|\/lib-/.test(path)),
    ).toEqual([]);
  });

  test('carries the policy itself, for hosts that send no headers', async () => {
    await page.goto(site.url);
    const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
    expect(await meta.getAttribute('content')).toContain("default-src 'none'");
    expect(await meta.getAttribute('content')).not.toContain('frame-ancestors');
  });

  test('is isolated', async () => {
    await page.goto(site.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  test('takes no text for markup, nor for the address of a script that is not its own', async () => {
    await page.goto(site.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const refused = await page.evaluate((own) => {
      const outcome = (action: () => unknown): string => {
        try {
          action();
          return 'done';
        } catch (thrown) {
          return (thrown as Error).name;
        }
      };
      return {
        markup: outcome(() => (document.createElement('p').innerHTML = '<b>x</b>')),
        foreign: outcome(() => new Worker(new URL('models/any.js', own))),
        data: outcome(() => new Worker('data:text/javascript,1')),
        policy: outcome(() =>
          (globalThis as unknown as { trustedTypes: { createPolicy: (...given: unknown[]) => unknown } }).trustedTypes //
            .createPolicy('another', {}),
        ),
      };
    }, site.url);
    expect(refused).toEqual({ markup: 'TypeError', foreign: 'TypeError', data: 'TypeError', policy: 'TypeError' });
    const policies = await Promise.all(
      ['', 'assets/lab.worker-any.js', 'assets/model.worker-any.js'].map(async (path) =>
        (await fetch(site.url + path)).headers.get('content-security-policy'),
      ),
    );
    for (const policy of policies) expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policies[0]).toContain("frame-ancestors 'none'");
  });

  test('may not evaluate text as code', async () => {
    await page.goto(site.url);
    await page.addScriptTag({ content: 'document.title = "changed"' }).catch(() => null);
    expect(await page.title()).toBe('Espalier');
    expect(misdeeds.errors.join()).toMatch(/Content Security Policy|TrustedScript|trusted-types/);
  });
});
