/**
 * The worker of the built site with the real WebLLM library, on a graphics card that the processor imitates, and a server of
 * models on another port. There is no compiled model to test with, so these end where the browser refuses to link a library
 * of another version: everything before that, files, policy, isolation and the card, is real.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LabErrorData } from '../../src/core/errors.ts';
import { findChromium } from '../chromium.ts';
import { startModelServer, type ModelServer } from '../models/web-llm/model-server.ts';
import { openSite, type Site } from './site.ts';

const ASSETS = resolve(import.meta.dirname, '../../dist/assets');
const IMITATED_CARD = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-webgpu-adapter=swiftshader',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

/** What a load came to, and how it got there. */
interface Outcome {
  readonly error: LabErrorData;
  readonly phases: readonly string[];
}

interface Order {
  readonly worker: string;
  readonly options: { readonly modelUrl: string; readonly libraryUrl: string };
  /** Whose files the person agreed to. */
  readonly agreedOrigins: readonly string[];
  /** Stops at the first progress that begins so. */
  readonly stopAt: string | null;
}

/** Runs in the page: speaks to the worker as Comlink does. */
async function loadInWorker({ worker: url, options, agreedOrigins, stopAt }: Order): Promise<Outcome> {
  const worker = new Worker(url, { type: 'module' });
  const progress = new MessageChannel();
  const stop = new MessageChannel();
  const phases: string[] = [];
  progress.port1.onmessage = ({
    data,
  }: MessageEvent<{ id: string; argumentList?: { value: { phase: string } }[] }>) => {
    const phase = data.argumentList?.[0]?.value.phase ?? '';
    if (phase !== '' && phases.at(-1) !== phase) phases.push(phase);
    if (stopAt !== null && phase.startsWith(stopAt)) stop.port1.postMessage('abort');
    progress.port1.postMessage({ id: data.id, type: 'RAW', value: undefined });
  };
  const spec = { name: 'web-llm/small-q0f32', options };
  const argumentList = [
    { type: 'RAW', value: spec },
    { type: 'HANDLER', name: 'proxy', value: progress.port2 },
    { type: 'HANDLER', name: 'AbortSignal', value: { aborted: false, port: stop.port2 } },
  ];
  const answer = new Promise<LabErrorData>((settle, fail) => {
    worker.onerror = ({ message }) => fail(new Error(message));
    worker.onmessage = ({ data }: MessageEvent<{ id?: string; value: LabErrorData }>) => {
      if (data.id === 'load') settle(data.value);
    };
  });
  const agreed = agreedOrigins.map((origin) => ({ origin, gets: 'files' }));
  const agreements = [{ type: 'RAW', value: agreed }];
  worker.postMessage({ id: 'agree', type: 'APPLY', path: ['setAgreements'], argumentList: agreements });
  worker.postMessage({ id: 'load', type: 'APPLY', path: ['load'], argumentList }, [progress.port2, stop.port2]);
  const error = await answer;
  worker.terminate();
  return { error, phases };
}

describe('WebLLM in the built site', () => {
  let site: Site;
  let browser: Browser;
  let page: Page;
  let server: ModelServer;

  beforeAll(async () => {
    site = await openSite();
    server = await startModelServer();
    const { args, ...launch } = findChromium();
    browser = await chromium.launch({ ...launch, args: [...args, ...IMITATED_CARD] });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await site.close();
  });
  beforeEach(async () => {
    // A context of its own, and with it a store of its own.
    page = await (await browser.newContext()).newPage();
    await page.goto(site.url);
    server.asked.length = 0;
    server.faults.clear();
  });

  function load(origin: string, stopAt: string | null = null, agreedOrigins = [origin]): Promise<Outcome> {
    const name = readdirSync(ASSETS).find((file) => file.startsWith('model.worker-')) ?? '';
    const options = { modelUrl: `${origin}/model`, libraryUrl: `${origin}/library.wasm` };
    const worker = new URL(`assets/${name}`, site.url).href;
    return page.evaluate(loadInWorker, { worker, options, agreedOrigins, stopAt });
  }

  /** What the engine keeps; the site's own files, kept for use offline, lie in a cache of their own. */
  const stored = (): Promise<string[]> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => !name.endsWith('#site'));
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    });

  test.each(['127.0.0.1', 'localhost'])(
    'fetches from another port of %s, and keeps what it fetched',
    async (host) => {
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      const { error, phases } = await load(server.origin.replace('127.0.0.1', host));
      expect(phases).toContain('Fetching library.wasm of small-q0f32');
      expect(error).toMatchObject({ code: 'model-damaged', details: { version: '0.2.86' } });
      // The library that was refused is not kept; it comes before the weights.
      expect(await stored()).toEqual(['mlc-chat-config.json']);
      server.asked.length = 0;
      await load(server.origin.replace('127.0.0.1', host));
      expect(server.asked).toEqual(['/library.wasm']);
    },
    120_000,
  );

  test('keeps nothing of a file that breaks off, and names it', async () => {
    server.faults.set('/library.wasm', 'broken-off');
    const { error } = await load(server.origin);
    expect(error).toMatchObject({ code: 'network-failed', details: { file: 'library.wasm' } });
    expect(await stored()).toEqual(['mlc-chat-config.json']);
  }, 120_000);

  test('asks nobody before the person agreed', async () => {
    const { error } = await load(server.origin, null, ['https://huggingface.co']);
    expect(error).toMatchObject({ code: 'network-off', details: { asks: [{ origin: server.origin, gets: 'files' }] } });
    expect(server.asked).toEqual([]);
  });

  test('stops in the middle of a download', async () => {
    server.faults.set('/library.wasm', 'silent');
    const { error } = await load(server.origin, 'Fetching library.wasm');
    server.faults.clear();
    expect(error.code).toBe('aborted');
  }, 60_000);
});
