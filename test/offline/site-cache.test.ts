import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SiteCache, type Asked } from '../../src/offline/site-cache.ts';
import type { Site, SiteFile } from '../../src/offline/site.ts';
import { memoryCaches, type MemoryCaches } from '../models/web-llm/memory-caches.ts';

const SCOPE = 'https://example.org/lab/';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const fileOf = (path: string, text: string): SiteFile => ({
  path,
  sha256: sha256Of(text),
  unpackedSha256: path.endsWith('.gz') ? sha256Of('unpacked') : null,
  bytes: text.length,
  isRuntime: path.includes('runtime'),
});

const siteOf = (files: Readonly<Record<string, string>>): Site => ({
  files: Object.entries(files).map(([path, text]) => fileOf(path, text)),
  headers: { 'X-Policy': 'strict' },
  exceptions: [{ path: '^assets/model', headers: { 'X-Policy': 'may fetch' } }],
});

const FIRST = { 'index.html': 'one', 'assets/a-1.js': 'a', 'assets/model-1.js': 'm', 'datasets/x.csv.gz': 'packed' };
const SECOND = { ...FIRST, 'index.html': 'two', 'assets/a-2.js': 'A' };

const asked = (path: string, more: Partial<Asked> = {}): Asked => ({
  method: 'GET',
  mode: 'cors',
  url: SCOPE + path,
  ...more,
});

describe('the kept site', () => {
  let kept: MemoryCaches;
  let served: Record<string, string>;
  let requests: string[];
  let pause: () => Promise<void>;
  beforeEach(() => {
    pause = () => new Promise((done) => setTimeout(done));
    kept = memoryCaches();
    served = { ...FIRST };
    requests = [];
  });

  const cacheOf = (files: Readonly<Record<string, string>>, scope = SCOPE): SiteCache =>
    new SiteCache(siteOf(files), {
      scope,
      caches: kept.caches,
      async fetch({ url }) {
        const path = url.slice(scope.length);
        requests.push(path);
        const text = served[path];
        if (text === undefined) return new Response('', { status: 404 });
        const headers = path.endsWith('.gz') ? { 'content-encoding': 'gzip' } : {};
        return new Response(path.endsWith('.gz') ? 'unpacked' : text, { headers });
      },
      pause: () => pause(),
    });
  const textOf = async (answer: Promise<Response> | null): Promise<string | null> =>
    answer === null ? null : (await answer).text();

  test('answers every file without the network once it is installed', async () => {
    const site = cacheOf(FIRST);
    await site.install(false);
    served = {};
    requests = [];
    expect(await textOf(site.answer(asked('', { mode: 'navigate' })))).toBe('one');
    expect(await textOf(site.answer(asked('index.html', { mode: 'navigate' })))).toBe('one');
    expect(await textOf(site.answer(asked('assets/a-1.js')))).toBe('a');
    expect(await textOf(site.answer(asked('datasets/x.csv.gz')))).toBe('unpacked');
    expect(requests).toEqual([]);
  });

  test('leaves everything else to the network: other sites, models, other methods', () => {
    const site = cacheOf(FIRST);
    for (const request of [
      asked('models/any/config.json'),
      asked('no-such-page', { mode: 'navigate' }),
      asked('assets/a-1.js', { method: 'POST' }),
      { ...asked(''), url: 'https://example.org/other/' },
      { ...asked(''), url: 'https://en.wikipedia.org/w/api.php' },
    ])
      expect(site.answer(request)).toBeNull();
  });

  test('gives every file its headers, as a host would that sends them', async () => {
    const site = cacheOf(FIRST);
    await site.install(false);
    const policyOf = async (request: Asked): Promise<string | null> =>
      (await site.answer(request))?.headers.get('x-policy') ?? null;
    expect(await policyOf(asked('', { mode: 'navigate' }))).toBe('strict');
    expect(await policyOf(asked('assets/model-1.js'))).toBe('may fetch');
  });

  test('asks for nothing again that it has, and keeps the older files for pages of the older version', async () => {
    const first = cacheOf(FIRST);
    await first.install(false);
    served = { ...SECOND };
    requests = [];
    const second = cacheOf(SECOND);
    await second.install(false);
    expect(requests).toEqual(['index.html', 'assets/a-2.js']);
    expect(await textOf(first.answer(asked('', { mode: 'navigate' })))).toBe('one');
    expect(await textOf(second.answer(asked('', { mode: 'navigate' })))).toBe('two');

    served = {};
    const third = cacheOf({ 'index.html': 'two' });
    expect(await textOf(third.answer(asked('assets/a-1.js')))).toBe('a');
    await third.tidy();
    expect(kept.keys()).toHaveLength(1);
    expect((await third.answer(asked('assets/a-1.js')))?.status).toBe(404);
  });

  test('is not installed from a host that is in the middle of publishing another version', async () => {
    served['assets/a-1.js'] = 'another';
    await expect(cacheOf(FIRST).install(false)).rejects.toMatchObject({ code: 'file-damaged' });
    delete served['assets/a-1.js'];
    await expect(cacheOf(FIRST).install(false)).rejects.toMatchObject({ code: 'network-failed' });
    served = { ...FIRST };
    await cacheOf(FIRST).install(false);
    expect(kept.keys()).toHaveLength(4);
  });

  test('a first visit keeps what it asked for, and gets the rest once nobody waits for anything', async () => {
    const site = cacheOf(FIRST);
    await site.install(true);
    expect(requests).toEqual([]);
    expect(await textOf(site.answer(asked('assets/a-1.js')))).toBe('a');
    await expect.poll(() => kept.keys().length).toBe(1);
    let pauses = 0;
    pause = async () => {
      pauses += 1;
      expect(requests).toEqual(['assets/a-1.js']);
      // Somebody asks for something while it waits, so that it waits once more.
      if (pauses === 1) await textOf(site.answer(asked('index.html')));
      requests = ['assets/a-1.js'];
      await new Promise((done) => setTimeout(done, 20));
    };
    await Promise.all([site.fill(), site.fill()]);
    expect(pauses).toBe(2);
    expect(requests).toEqual(['assets/a-1.js', 'assets/model-1.js', 'datasets/x.csv.gz']);
    served = {};
    expect(await textOf(site.answer(asked('', { mode: 'navigate' })))).toBe('one');
  });

  test('keeps nothing again where everything was erased', async () => {
    const site = cacheOf(FIRST);
    await site.install(true);
    await kept.caches.delete(OWN);
    await textOf(site.answer(asked('assets/a-1.js')));
    await site.fill();
    await site.keepRuntimes();
    expect(kept.keys()).toEqual([]);
    expect(await kept.caches.has(OWN)).toBe(false);
  });

  describe('what runs models', () => {
    const WITH = { 'index.html': 'one', 'assets/runtime-1.wasm': 'r', 'assets/runtime-2.wasm': 's' };
    const NEXT = { 'index.html': 'two', 'assets/runtime-3.wasm': 't' };

    test('is not kept before it is needed, and is kept over versions once it was', async () => {
      served = { ...WITH };
      const site = cacheOf(WITH);
      await site.install(false);
      expect(requests).toEqual(['index.html']);
      expect(await textOf(site.answer(asked('assets/runtime-1.wasm')))).toBe('r');
      await expect.poll(() => kept.keys().length).toBe(3);
      requests = [];
      await site.fill();
      expect(requests).toEqual(['assets/runtime-2.wasm']);
      served = { ...NEXT };
      requests = [];
      const next = cacheOf(NEXT);
      await next.install(false);
      await next.tidy();
      expect(requests).toEqual(['index.html', 'assets/runtime-3.wasm']);
      expect(kept.keys()).toHaveLength(3);
    });
  });

  const OWN = 'espalier:/lab/#site';
  const keyFor = (path: string, text: string): string => `${SCOPE}${path}?sha256=${sha256Of(text)}`;
  const plant = async (name: string, key: string, text: string): Promise<void> =>
    (await kept.caches.open(name)).put(key, new Response(text));

  test('sends nothing that another page of the origin put in its place, and gets it again', async () => {
    const site = cacheOf(FIRST);
    await site.install(false);
    requests = [];
    await plant(OWN, keyFor('index.html', 'one'), '<script>alert(1)</script>');
    await plant(OWN, keyFor('assets/a-1.js', 'a'), 'alert(1)');
    await plant(OWN, keyFor('datasets/x.csv.gz', 'packed'), 'other rows');
    expect(await textOf(site.answer(asked('', { mode: 'navigate' })))).toBe('one');
    expect(await textOf(site.answer(asked('assets/a-1.js')))).toBe('a');
    expect(await textOf(site.answer(asked('datasets/x.csv.gz')))).toBe('unpacked');
    expect(requests).toEqual(['index.html', 'assets/a-1.js', 'datasets/x.csv.gz']);
    served = {};
    requests = [];
    expect(await textOf(site.answer(asked('assets/a-1.js')))).toBe('a');
    expect(requests).toEqual([]);
  });

  test('of a host with another version it takes the page, as without a service worker, and no script under a name that is not its own', async () => {
    const site = cacheOf(FIRST);
    await site.install(false);
    await plant(OWN, keyFor('index.html', 'one'), 'damaged');
    await plant(OWN, keyFor('assets/a-1.js', 'a'), 'damaged');
    served = { 'index.html': 'two', 'assets/a-1.js': 'something else' };
    expect(await textOf(site.answer(asked('', { mode: 'navigate' })))).toBe('two');
    expect((await site.answer(asked('assets/a-1.js')))?.type).toBe('error');
  });

  test('two sites of one origin keep their own: tidying and installing one leaves the other as it was', async () => {
    const other = 'https://example.org/lab/course/';
    await cacheOf(FIRST).install(false);
    served = { ...SECOND };
    await cacheOf(SECOND, other).install(false);
    const before = kept.keys().filter((key) => key.includes(other));
    served = { ...SECOND };
    const next = cacheOf(SECOND);
    await next.install(false);
    await next.tidy();
    expect(before).toHaveLength(5);
    expect(kept.keys().filter((key) => key.includes(other))).toEqual(before);
    served = {};
    expect(await textOf(cacheOf(SECOND, other).answer({ ...asked(''), mode: 'navigate', url: other }))).toBe('two');
  });
});
