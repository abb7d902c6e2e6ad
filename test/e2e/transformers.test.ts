/**
 * The model worker of the built site with the real chat model, served as `ESPALIER_MODELS` serves it: policy, isolation,
 * runtime and grammar library are those that people get.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GenerateRequest, StreamPart } from '../../src/core/language-model.ts';
import { asking, loadSmol, reply, SMOL, SMOL_FILES } from '../models/transformers/small-chat-model.ts';
import { describeWithShared, sharedFile } from '../shared.ts';
import { openBrowser, openSite, watch, type Site } from './site.ts';

const ASSETS = resolve(import.meta.dirname, '../../dist/assets');
const REQUEST: GenerateRequest = asking('What do you think of Heat?', {
  maxTokens: 20,
  responseSchema: {
    type: 'object',
    properties: { thought: { type: 'string' }, rating: { type: 'integer', minimum: 1, maximum: 5 } },
    required: ['thought', 'rating'],
    additionalProperties: false,
  },
});

interface Order {
  readonly worker: string;
  readonly model: string;
  /** A `GenerateRequest` in JSON. */
  readonly request: string;
}

/** Runs in the page: speaks to the worker as Comlink does; asks for one reply twice, from nothing each time. */
async function repliesInWorker({
  worker: url,
  model,
  request,
}: Order): Promise<{ all: StreamPart[][]; error: unknown }> {
  const worker = new Worker(url, { type: 'module' });
  let calls = 0;
  const call = (method: string, data: readonly unknown[], onValue?: (value: unknown) => void): Promise<unknown> => {
    calls += 1;
    const id = `call-${String(calls)}`;
    const callback = new MessageChannel();
    const stop = new MessageChannel();
    callback.port1.onmessage = ({
      data: message,
    }: MessageEvent<{ id: string; argumentList?: { value: unknown }[] }>) => {
      if (message.argumentList !== undefined) onValue?.(message.argumentList[0]?.value); // the last one is a farewell
      callback.port1.postMessage({ id: message.id, type: 'RAW', value: undefined });
    };
    const argumentList: unknown[] = data.map((value) => ({ type: 'RAW', value }));
    const transferred: MessagePort[] = [];
    if (onValue !== undefined) {
      argumentList.push({ type: 'HANDLER', name: 'proxy', value: callback.port2 });
      argumentList.push({ type: 'HANDLER', name: 'AbortSignal', value: { aborted: false, port: stop.port2 } });
      transferred.push(callback.port2, stop.port2);
    }
    const answer = new Promise<unknown>((settle, fail) => {
      worker.onerror = ({ message }) => fail(new Error(message));
      worker.addEventListener(
        'message',
        ({ data: message }: MessageEvent<{ id?: string; name?: string; value: unknown }>) => {
          if (message.id === id) settle(message.name === undefined ? null : message.value);
        },
      );
    });
    worker.postMessage({ id, type: 'APPLY', path: [method], argumentList }, transferred);
    return answer;
  };
  let error = await call('load', [{ name: model, options: {} }], () => undefined);
  const all: StreamPart[][] = [];
  for (let time = 0; time < 2; time += 1) {
    const parts: StreamPart[] = [];
    error ??= await call('stream', [JSON.parse(request)], (batch) => parts.push(...(batch as StreamPart[])));
    error ??= await call('reset', []);
    all.push(parts);
  }
  worker.terminate();
  return { all, error };
}

describeWithShared('a chat model in the built site', SMOL_FILES, () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    process.env['ESPALIER_MODELS'] = sharedFile('models');
    site = await openSite();
    browser = await openBrowser();
  });
  afterAll(async () => {
    delete process.env['ESPALIER_MODELS'];
    await browser.close();
    await site.close();
  });

  test('replies twice the same and as in Node, to a schema, and asks nobody else', async () => {
    const page = await browser.newPage();
    const misdeeds = watch(page, site);
    await page.goto(site.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const name = readdirSync(ASSETS).find((file) => file.startsWith('model.worker-')) ?? '';
    const worker = new URL(`assets/${name}`, site.url).href;
    const order = { worker, model: `transformers/${SMOL}`, request: JSON.stringify(REQUEST) };
    const { all, error } = await page.evaluate(repliesInWorker, order);
    expect(error).toBeNull();
    const [first = [], second] = all;
    expect(second).toEqual(first);
    const text = first.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
    expect(JSON.parse(text)).toHaveProperty('rating');
    const engine = await loadSmol();
    expect((await reply(engine.model, REQUEST)).text).toBe(text);
    await engine.unload();
    expect(misdeeds.foreignRequests).toEqual([]);
    expect(misdeeds.errors).toEqual([]);
  }, 240_000);
});
