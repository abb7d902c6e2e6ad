/** @file What servers refuse teaches the lab how to ask them; busy ones are waited for, within a bound. */
import { afterEach, describe, expect, test } from 'vitest';
import { EndpointAsker, type AskedPiece } from '../../../src/models/endpoint/ask-endpoint.ts';
import { connectionTo, readEndpointOptions } from '../../../src/models/endpoint/endpoint-options.ts';
import { strictSchema } from '../../../src/models/endpoint/strict-schema.ts';
import { startDouble, type Asked, type Behaviour, type EndpointDouble } from './double.ts';
import { SERVERS } from './servers.ts';

const NEVER = new AbortController().signal;
const REQUEST = {
  messages: [
    { role: 'system', content: 'You rate.' },
    { role: 'user', content: 'Rate it.' },
  ],
  stop: ['END'],
  seed: 1,
  temperature: 0,
  maxTokens: 8,
  responseSchema: { type: 'string', enum: ['1', '2'] },
} as const;

let double: EndpointDouble | null = null;
afterEach(() => double?.close());

async function start(behaviour: Behaviour, options = {}) {
  double = await startDouble({ reply: ['{"reply": "2"}'], ...behaviour });
  const read = readEndpointOptions('m', { baseUrl: double.baseUrl, ...options });
  const connection = { ...connectionTo(read, null), leastWait: 5 };
  return { asker: new EndpointAsker('tiny', null), connection, double };
}

async function ask(behaviour: Behaviour, times = 1, options = {}, signal = NEVER) {
  const { asker, connection, double } = await start(behaviour, options);
  const pieces: AskedPiece[] = [];
  for (let at = 0; at < times; at += 1)
    for await (const piece of asker.ask(connection, REQUEST, signal)) pieces.push(piece);
  const text = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
  return { asker, pieces, text, bodies: double.chats().map(({ body }) => body) };
}

describe('a refusal', () => {
  test('of schemas is answered once without one, and remembered', async () => {
    const { bodies, pieces } = await ask({ schema: 'refused', reply: ['2'] }, 2);
    expect(bodies.map((body) => 'response_format' in body)).toEqual([true, false, false]);
    expect(pieces.filter((piece) => piece.type === 'end').map(({ isFree }) => isFree)).toEqual([true, true]);
  });

  test('of lengths of texts is answered without them, and the rest of the schema is sent', async () => {
    const has = (body: Asked['body'], word: string): boolean => JSON.stringify(body).includes(word);
    const refuses = (body: Asked['body']) => (has(body, 'maxLength') ? "'maxLength' is not permitted." : null);
    const { asker, connection, double } = await start({ refuses });
    const properties = { reason: { type: 'string', maxLength: 9 } };
    const request = { ...REQUEST, responseSchema: { type: 'object', properties, required: ['reason'] } };
    for await (const _ of asker.ask(connection, request, NEVER));
    const sent = double.chats().map(({ body }) => ['maxLength', 'response_format'].map((word) => has(body, word)));
    expect(sent.join(' ')).toBe('true,true false,true');
  });

  test('of the limit is answered under its other name, and remembered', async () => {
    const { bodies, text } = await ask(SERVERS['another name of the limit'] ?? {}, 2);
    expect(bodies.map(({ max_tokens, max_completion_tokens: other }) => [max_tokens, other])).toEqual([
      [32, undefined],
      [undefined, 32],
      [undefined, 32],
    ]);
    expect(text).toBe('"2""2"');
  });

  test('of messages that take no turns is answered in turns', async () => {
    const { bodies } = await ask(SERVERS['strict alternation'] ?? {});
    expect(bodies.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'You rate.\n\nRate it.' }]);
  });

  const NAMES = ['temperature', 'seed', 'stream_options', 'response_format', 'stop'] as const;
  test.each([
    ['in words', (name: string) => `Unsupported parameter: '${name}' cannot be used with this model.`],
    ['in a list of faults', (name: string) => [{ loc: ['body', name], msg: 'Extra inputs are not permitted' }]],
  ])('that names a part %s is answered without it, and remembered', async (_how, say) => {
    const refuses = (body: Asked['body']) => {
      const name = NAMES.find((one) => one in body);
      return name === undefined ? null : (say(name) as string);
    };
    const { bodies, text } = await ask({ refuses, reply: ['2'] }, 2);
    expect(bodies).toHaveLength(NAMES.length + 2);
    expect(NAMES.some((name) => name in (bodies.at(-1) ?? {}))).toBe(false);
    expect(text).toBe('22');
  });
});

describe('a busy server', () => {
  const busy = (times: number, retryAfter: string | null) => ({ busy: { times, status: 429, retryAfter } as const });

  const waits = (pieces: readonly AskedPiece[]) =>
    pieces.flatMap((piece) => (piece.type === 'wait' ? [piece.milliseconds] : []));

  test('is waited for as long as it asks', async () => {
    expect(waits((await ask(busy(2, '0.1'))).pieces)).toEqual([100, 100]);
  });

  test('may say so in its stream; what is used up is not waited for', async () => {
    const error = (more: object) => `data: ${JSON.stringify({ error: { message: 'no', ...more } })}\n\n`;
    const raw = [error({ type: 'rate_limit_error', code: 429 }), 'data: [DONE]\n\n'];
    await expect(ask({ raw }, 1, { waitSeconds: 1 })).rejects.toThrow('all waits together');
    expect(double?.chats().length).toBeGreaterThan(3);
    await double?.close();
    const used = [error({ type: 'insufficient_quota', code: 429 })];
    await expect(ask({ raw: used })).rejects.toMatchObject({ details: { status: 429 } });
    expect(double?.chats()).toHaveLength(1);
  });

  test('is left at once by a stop', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(ask(busy(9, '60'), 1, {}, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a reply under a schema', () => {
  const OBJECT = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] } as const;
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
  async function read(raw: readonly string[]): Promise<string> {
    const { asker, connection } = await start({ raw });
    let text = '';
    for await (const piece of asker.ask(connection, { ...REQUEST, responseSchema: OBJECT }, NEVER))
      if (piece.type === 'text') text += piece.text;
    return text;
  }

  test.each([
    [
      'parts',
      [
        chunk({
          content: [
            { type: 'thinking', thinking: [{ text: 'hm' }] },
            { type: 'text', text: '{"a": 1}' },
          ],
        }),
      ],
    ],
    [
      'the arguments of a call',
      [
        chunk({ tool_calls: [{ function: { arguments: '{"a":' } }] }),
        chunk({ tool_calls: [{ function: { arguments: ' 1}' } }] }),
      ],
    ],
    ['what should be thought', [chunk({ reasoning_content: '{"a": 1}' })]],
    ['events without data', ['data:\n\n', 'event: ping\ndata:\n\n', chunk({ content: '{"a": 1}' })]],
  ])('comes as %s', async (_what, raw) => {
    const end = [chunk({}, 'stop'), 'data: [DONE]\n\n'];
    expect((await read([...raw, ...end])).replaceAll(' ', '')).toBe('{"a":1}');
  });

  test('that breaks a schema which the model keeps otherwise is asked for without it', async () => {
    const { asker, connection, double: server } = await start({ reply: ['{"a": null}'] });
    asker.keepsSchemas = true;
    const request = { ...REQUEST, responseSchema: OBJECT };
    for (let at = 0; at < 2; at += 1) for await (const _ of asker.ask(connection, request, NEVER));
    expect(server.chats().map(({ body }) => 'response_format' in body)).toEqual([true, false]);
  });
});

describe('a strict schema', () => {
  test('is an object, closed, with all of its members', () => {
    const note = { type: 'string', minLength: 1 };
    const ranking = { type: 'array', items: { type: 'integer' } };
    const properties = { ranking: { ...ranking, uniqueItems: true }, note };
    const strict = strictSchema({ type: 'object', properties, required: ['ranking'] });
    const kept = { properties: { ranking, note: { type: ['string', 'null'] } }, required: ['ranking', 'note'] };
    const schema = { type: 'object', ...kept, additionalProperties: false };
    expect(strict).toEqual({ schema, isStrict: true, isWrapped: false });
  });
});
