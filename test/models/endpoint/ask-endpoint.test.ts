/** @file What servers refuse teaches the lab how to ask them; busy ones are waited for, within a bound. */
import { afterEach, describe, expect, test } from 'vitest';
import { COMMON, alternating } from '../../../src/models/endpoint/dialect.ts';
import { EndpointAsker, type AskedPiece } from '../../../src/models/endpoint/ask-endpoint.ts';
import { connectionTo } from '../../../src/models/endpoint/endpoint-connection.ts';
import { readEndpointOptions } from '../../../src/models/endpoint/endpoint-options.ts';
import { strictSchema, Unwrapping } from '../../../src/models/endpoint/strict-schema.ts';
import { startDouble, type Behaviour, type EndpointDouble } from './double.ts';
import { SERVERS } from './servers.ts';

const NEVER = new AbortController().signal;
const REQUEST = {
  messages: [
    { role: 'system', content: 'You rate.' },
    { role: 'user', content: 'Rate it.' },
  ],
  seed: 1,
  temperature: 0,
  maxTokens: 8,
  responseSchema: { type: 'string', enum: ['1', '2'] },
} as const;

let double: EndpointDouble | null = null;
afterEach(() => double?.close());

async function ask(behaviour: Behaviour, times = 1, options = {}, signal = NEVER) {
  double = await startDouble({ reply: ['{"reply": "2"}'], ...behaviour });
  const connection = connectionTo(readEndpointOptions({ baseUrl: double.baseUrl, ...options }), null);
  const asker = new EndpointAsker('tiny', null);
  const pieces: AskedPiece[] = [];
  for (let at = 0; at < times; at += 1)
    for await (const piece of asker.ask(connection, REQUEST, signal)) pieces.push(piece);
  const text = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
  return { asker, pieces, text, bodies: double.chats().map(({ body }) => body) };
}

describe('a refusal', () => {
  test('of schemas is answered once without one, and remembered', async () => {
    const { bodies, asker } = await ask({ schema: 'refused', reply: ['2'] }, 2);
    expect(bodies.map((body) => 'response_format' in body)).toEqual([true, false, false]);
    expect(asker.schemaRefusal).toContain('response_format json_schema is not supported');
  });

  test('of the limit is answered under its other name, and remembered', async () => {
    const { bodies, text } = await ask(SERVERS['another name of the limit'] ?? {}, 2);
    expect(bodies.map(({ max_tokens, max_completion_tokens: other }) => [max_tokens, other])).toEqual([
      [8, undefined],
      [undefined, 8],
      [undefined, 8],
    ]);
    expect(text).toBe('"2""2"');
  });

  test('of messages that take no turns is answered in turns', async () => {
    const { bodies } = await ask(SERVERS['strict alternation'] ?? {});
    expect(bodies.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'You rate.\n\nRate it.' }]);
  });

  test('that teaches nothing stands', async () => {
    await expect(ask({ refuses: () => 'no' })).rejects.toMatchObject({ code: 'endpoint-failed' });
    expect(double?.chats()).toHaveLength(1);
  });

  test('that is repeated whatever is left out ends all the same', async () => {
    await expect(ask({ refuses: () => 'response_format, max_tokens and roles must alternate' })).rejects.toMatchObject({
      code: 'endpoint-failed',
    });
    expect(double?.chats().length).toBeLessThanOrEqual(5);
  });
});

describe('a busy server', () => {
  const busy = (times: number, retryAfter: string | null) => ({ busy: { times, status: 429, retryAfter } as const });

  test('is waited for as long as it asks', async () => {
    const { pieces } = await ask(busy(2, '0.01'));
    expect(pieces.filter(({ type }) => type === 'wait')).toEqual(
      Array.from({ length: 2 }, () => ({ type: 'wait', milliseconds: 10, reason: 'the endpoint is busy (429)' })),
    );
  });

  test('is given up where it asks for longer than the bound', async () => {
    const start = Date.now();
    await expect(ask(busy(9, '300'))).rejects.toThrow('all waits together may take 120 s');
    await expect(ask(busy(9, '1'), 1, { waitSeconds: 0 })).rejects.toMatchObject({ details: { status: 429 } });
    expect(Date.now() - start).toBeLessThan(5000);
  });

  test('is left at once by a stop', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(ask(busy(9, '60'), 1, {}, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a strict schema', () => {
  test('is an object, closed, with all of its members', () => {
    const schema = {
      type: 'object',
      properties: {
        ranking: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
        note: { type: 'string', minLength: 1 },
      },
      required: ['ranking'],
    };
    expect(strictSchema(schema)).toEqual({
      schema: {
        type: 'object',
        properties: {
          ranking: { type: 'array', items: { type: 'integer' } },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['ranking', 'note'],
        additionalProperties: false,
      },
      isStrict: true,
      isWrapped: false,
    });
  });

  test('of an object with members that nobody names is not strict', () => {
    expect(
      strictSchema({ type: 'object', properties: { input: { type: 'object' } }, required: ['input'] }).isStrict,
    ).toBe(false);
  });

  test.each([
    ['{"reply": "7"}', '"7"'],
    [' {\n "reply" : {"type": "Finish"} }\n', '{"type": "Finish"}'],
    ['7', '7'],
    ['Sure: {"reply": 7}', 'Sure: {"reply": 7}'],
  ])('is taken out of its member: %j', (reply, inside) => {
    for (let size = 1; size <= reply.length; size += 1) {
      const unwrapping = new Unwrapping();
      const pieces = reply.match(new RegExp(`[^]{1,${String(size)}}`, 'g')) ?? [];
      expect(pieces.map((piece) => unwrapping.add(piece)).join('') + unwrapping.end()).toBe(inside);
    }
  });
});

test('turns begin with the user, and nobody speaks twice', () => {
  const said = (role: 'system' | 'user' | 'assistant', content: string) => ({ role, content });
  expect(COMMON.alternates).toBe(false);
  expect(alternating([said('assistant', 'a'), said('user', 'b'), said('user', 'c')])).toEqual([
    said('user', '(The conversation begins.)'),
    said('assistant', 'a'),
    said('user', 'b\n\nc'),
  ]);
});
