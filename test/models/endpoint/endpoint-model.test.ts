/** @file A model behind an endpoint: the contract, what is sent, how replies and failures are read. */
import { afterEach, describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/create-trace.ts';
import { generateText } from '../../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel, StreamPart } from '../../../src/core/language-model.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { createNetworkAccess, type NetworkAccess } from '../../../src/models/network-access.ts';
import { loadEndpointEngine } from '../../../src/models/endpoint/load-endpoint-engine.ts';
import { timeToRead } from '../../../src/models/endpoint/endpoint-options.ts';
import { recorded } from '../../../src/models/recorded.ts';
import { traced } from '../../../src/models/decorate.ts';
import { keepsTheContract, REQUEST } from '../contract.ts';
import { startDouble, type Behaviour, type EndpointDouble } from './double.ts';

const NEVER = new AbortController().signal;
const KEY = 'sk-secret-0123456789';

const doubles: EndpointDouble[] = [];
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((double) => double.close()));
});

async function start(behaviour: Behaviour = {}): Promise<EndpointDouble> {
  const double = await startDouble(behaviour);
  doubles.push(double);
  return double;
}

/** The person switched this endpoint on. */
function accessTo(baseUrl: string, key: string | null = null): NetworkAccess {
  const access = createNetworkAccess();
  access.setAgreements([{ origin: new URL(baseUrl).origin, gets: 'prompts' }]);
  access.giveKey(baseUrl, key);
  return access;
}

async function load(
  baseUrl: string,
  {
    model = 'tiny',
    key = null,
    signal = NEVER,
    ...options
  }: {
    model?: string;
    key?: string | null;
    signal?: AbortSignal;
    timeoutSeconds?: number;
    waitSeconds?: number;
    contextLength?: number;
  } = {},
): Promise<LanguageModel> {
  const access = accessTo(baseUrl, key);
  const engine = await loadEndpointEngine(
    {
      model,
      options: { baseUrl, ...options },
      onProgress: () => undefined,
      signal,
    },
    access,
  );
  if (engine.kind !== 'language') throw new Error('no language model');
  return engine.model;
}

const modelOf = async (behaviour: Behaviour = {}, options = {}): Promise<LanguageModel> =>
  load((await start(behaviour)).baseUrl, options);

/** The probe of a load has to succeed, so that misbehaviour starts with the first request after it. */
async function thenMisbehaving(
  behaviour: Behaviour,
  options: { timeoutSeconds?: number; waitSeconds?: number } = {},
): Promise<LanguageModel> {
  const changing: Record<string, unknown> = {};
  const model = await modelOf(changing, options);
  Object.assign(changing, behaviour);
  return model;
}

async function reply(model: LanguageModel, request: GenerateRequest = REQUEST, signal = NEVER) {
  return generateText(model, request, { signal });
}

describe('the contract', () => keepsTheContract(() => modelOf()));

describe('loading', () => {
  test('says honestly what the model can do', async () => {
    const model = await modelOf();
    expect(model).toMatchObject({
      id: 'endpoint/tiny',
      contextLength: 4096,
      capabilities: { seed: false, responseSchema: true, score: false },
      provenance: { engine: 'OpenAI-compatible endpoint', model: 'tiny:latest', device: 'server' },
    });
    expect(model.title).toMatch(/^tiny at 127\.0\.0\.1:\d+$/);
  });

  test('takes the context length from the spec, then from the server', async () => {
    const models = [{ id: 'tiny', owned_by: 'vllm', max_model_len: 8192 }];
    expect((await modelOf({ models })).contextLength).toBe(8192);
    expect((await modelOf({ models }, { contextLength: 2048 })).contextLength).toBe(2048);
  });

  test('names the models there are where the model is not there', async () => {
    const loading = modelOf({}, { model: 'llama9' });
    await expect(loading).rejects.toMatchObject({
      code: 'model-missing',
      details: { names: ['tiny:latest', 'small'] },
    });
    await expect(loading).rejects.toThrow('It offers tiny:latest, small.');
    await expect(modelOf({ models: null })).rejects.toThrow('load one there first');
  });

  test('waits for a server that is loading, at its list too', async () => {
    const list = { status: 503, body: { error: { code: 503, message: 'Loading model' } } };
    const behaviour: Record<string, unknown> = { list };
    setTimeout(() => delete behaviour['list'], 500);
    expect((await modelOf(behaviour)).id).toBe('endpoint/tiny');
    await expect(modelOf({ list }, { waitSeconds: 0 })).rejects.toThrow('Loading model');
  });

  test('sends nothing to an address that was not allowed', async () => {
    const { baseUrl, asked } = await start();
    const access = accessTo('http://localhost:1/v1');
    const request = { model: 'tiny', options: { baseUrl }, onProgress: () => undefined, signal: NEVER };
    await expect(loadEndpointEngine(request, access)).rejects.toMatchObject({ code: 'network-off' });
    access.setAgreements([{ origin: new URL(baseUrl).origin, gets: 'files' }]);
    await expect(loadEndpointEngine(request, access)).rejects.toMatchObject({ code: 'network-off' });
    access.setAgreements([{ origin: new URL(baseUrl).origin, gets: 'prompts' }]);
    access.setAgreements([]);
    await expect(loadEndpointEngine(request, access)).rejects.toMatchObject({ code: 'network-off' });
    expect(asked).toHaveLength(0);
  });

  test('asks no more once the endpoint was withdrawn, and with another key once it was changed', async () => {
    const { baseUrl, chats } = await start();
    const access = accessTo(baseUrl);
    const request = { model: 'tiny', options: { baseUrl }, onProgress: () => undefined, signal: NEVER };
    const engine = await loadEndpointEngine(request, access);
    access.giveKey(baseUrl, KEY);
    if (engine.kind === 'language') await reply(engine.model);
    expect(chats().at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    access.setAgreements([]);
    if (engine.kind === 'language') await expect(reply(engine.model)).rejects.toMatchObject({ code: 'network-off' });
    expect(chats()).toHaveLength(3);
  });
});

describe('what is sent', () => {
  test('is the request, in the words of the API', async () => {
    const { baseUrl, chats } = await start();
    const properties = { rating: { type: 'number' } };
    const schema = { type: 'object', properties, required: ['rating'], additionalProperties: false };
    const request = { ...REQUEST, seed: 2 ** 32 - 1, temperature: 0.7, stop: ['END'], responseSchema: schema };
    await reply(await load(baseUrl), request);
    expect(chats().at(-1)?.body).toEqual({
      model: 'tiny:latest',
      messages: REQUEST.messages,
      seed: 2 ** 31 - 1,
      temperature: 0.7,
      max_tokens: 64,
      stop: ['END'],
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } },
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('carries the key as a bearer token, and the key goes nowhere else', async () => {
    const { baseUrl, chats } = await start({ key: KEY });
    const model = await load(baseUrl, { key: ` ${KEY}\n` });
    const events: TraceEvent[] = [];
    const lines: string[] = [];
    const span = createTrace(
      (event) => events.push(event),
      () => 0,
    );
    await reply(
      traced(
        recorded(model, { baseUrl }, (line) => lines.push(line)),
        span,
      ),
    );
    expect(chats().at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    expect(events.length).toBeGreaterThan(2);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify([events, lines, model])).not.toContain(KEY);
  });

  test('a server that repeats a wrong key is not quoted with it', async () => {
    const { baseUrl } = await start({ key: 'another' });
    const error = await load(baseUrl, { key: KEY }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'endpoint-gone', details: { status: 401 } });
    expect(String(error)).toContain('does not accept the key (401)');
    expect(String(error)).toContain('Incorrect API key provided: Bearer [key]');
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
  });
});

async function parts(model: LanguageModel): Promise<StreamPart[]> {
  const received: StreamPart[] = [];
  for await (const part of model.stream(REQUEST, { signal: NEVER })) received.push(part);
  return received;
}

describe('a reply', () => {
  test('comes piece by piece, with the tokens that the server counted', async () => {
    expect(await parts(await thenMisbehaving({ reply: ['a', 'b'] }))).toEqual([
      { type: 'text-delta', delta: 'a' },
      { type: 'text-delta', delta: 'b' },
      { type: 'finish', finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 5, estimated: false } },
    ]);
  });

  test('warns where the server read a part of the prompt', async () => {
    const usage = { prompt_tokens: 258, completion_tokens: 5 };
    const model = await thenMisbehaving({ usage });
    const warningOf = async (length: number) => {
      const messages = [{ role: 'user', content: 'x '.repeat(length / 2) } as const];
      for await (const part of model.stream({ ...REQUEST, messages }, { signal: NEVER }))
        if (part.type === 'finish') return part.warning ?? null;
      return null;
    };
    expect(await warningOf(2000)).toBeNull();
    expect(await warningOf(6600)).toContain('it was cut');
  });
});

describe('stopping', () => {
  test('closes the connection, so that the server stops too', async () => {
    const { baseUrl, chats } = await start({ pause: 30 });
    const model = await load(baseUrl);
    const controller = new AbortController();
    const stopped = (async () => {
      for await (const part of model.stream(REQUEST, { signal: controller.signal })) {
        if (part.type === 'text-delta') controller.abort();
      }
    })();
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(await chats().at(-1)?.left).toBe(true);
  });
});

describe('a failure', () => {
  test('half a reply and then nothing: says what came', async () => {
    const model = await thenMisbehaving({ half: 'hang' }, { timeoutSeconds: 1 });
    const failing = reply(model);
    await expect(failing).rejects.toMatchObject({
      code: 'endpoint-failed',
      details: { received: 'Three and a' },
    });
    await expect(failing).rejects.toThrow(
      'fell silent for 1 s in the middle of a reply, after 11 characters, “Three and a”',
    );
  });

  // Where not even the list of models comes, nobody is there any more.
  test.each([
    ['body', 'endpoint-failed'],
    ['headers', 'endpoint-gone'],
  ] as const)('silence from the %s on', async (silent, code) => {
    const failing = reply(await thenMisbehaving({ silent }, { timeoutSeconds: 1 }));
    await expect(failing).rejects.toMatchObject({ code });
    await expect(failing).rejects.toThrow('1 s');
  });

  test('a server that goes away in the middle of a reply, and is not there for the next', async () => {
    const double = await start();
    const model = await load(double.baseUrl);
    const cut = (async () => {
      for await (const part of model.stream(REQUEST, { signal: NEVER })) {
        if (part.type === 'text-delta') await double.close();
      }
    })();
    const gone = { code: 'endpoint-gone', details: { baseUrl: double.baseUrl } };
    await expect(cut).rejects.toMatchObject(gone);
    await expect(reply(model)).rejects.toMatchObject(gone);
    await expect(reply(model)).rejects.toThrow('cannot be reached. Start its server');
  });

  test('a server that sends requests elsewhere', async () => {
    const { baseUrl } = await start();
    const failing = modelOf({ redirect: baseUrl.replace('/v1', '') });
    await expect(failing).rejects.toThrow('sends requests on to another address');
  });

  const LONG = 'This model’s maximum context length is 4096 tokens. However, you requested 9000 tokens.';
  test.each([
    [400, JSON.stringify({ error: { message: LONG, code: 'context_length_exceeded' } }), 'context-exceeded', LONG],
    [
      400,
      '{"error":{"type":"exceed_context_size_error","message":"exceeds the available context size"}}',
      'context-exceeded',
      'available context size',
    ],
    [404, '{"error":{"message":"model \\"tiny\\" not found, try pulling it first"}}', 'model-missing', 'try pulling'],
    [500, '{"error":"CUDA out of memory"}', 'endpoint-failed', '“CUDA out of memory”'],
    [503, '{"detail":"loading"}', 'endpoint-gone', '(503)'],
    [429, '{"error":"one request a minute"}', 'endpoint-gone', '“one request a minute”'],
    [400, 'no json\u0007 \u202e at all', 'endpoint-failed', '“no json at all”'],
    [422, 'x'.repeat(5000), 'endpoint-failed', `“${'x'.repeat(300)} …”`],
  ] as const)('a refusal with %d', async (status, body, code, said) => {
    const failing = reply(await thenMisbehaving({ refuse: { status, body } }, { waitSeconds: 0 }));
    await expect(failing).rejects.toMatchObject({ code, details: { status } });
    await expect(failing).rejects.toThrow(said);
  });

  test.each([['data: {"choices": [\n\n'], ['data: 7\n\n'], ['data: {"choices":{}}\n\n'], ['no event at all']])(
    'a stream of nonsense: %j',
    async (raw) => {
      await expect(reply(await thenMisbehaving({ raw: [raw] }))).rejects.toMatchObject({ code: 'endpoint-failed' });
    },
  );
});

test('a prompt may be read for as long as the check says of its length, and never less than a silence may last', () => {
  const connection = { baseUrl: '', key: null, firstSilence: 60_000, silence: 60_000, longestWait: 0, leastWait: 0 };
  const silence = (pace: number, tokens: number) => timeToRead(connection, pace, tokens).firstSilence;
  expect(silence(50, 1500)).toBe(300_000);
  expect([silence(50, 100), silence(0, 1500)]).toEqual([60_000, 60_000]);
  expect(silence(50, 1e9)).toBe(900_000);
});
