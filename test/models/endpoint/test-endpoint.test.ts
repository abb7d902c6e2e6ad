/** @file The trial of an endpoint, as the form asks for it. */
import { afterEach, expect, test } from 'vitest';
import { testEndpoint } from '../../../src/models/endpoint/load-endpoint-engine.ts';
import { startDouble, type Behaviour, type EndpointDouble } from './double.ts';

const NEVER = new AbortController().signal;
let double: EndpointDouble | null = null;
afterEach(() => double?.close());

async function trial(behaviour: Behaviour, model = 'tiny', path = '') {
  double = await startDouble(behaviour);
  return testEndpoint({ options: { baseUrl: double.baseUrl + path }, model }, null, NEVER);
}

test.each(['kept', 'ignored', 'refused'] as const)(
  'lists models, asks one word, and tries a schema: %s',
  async (schema) => {
    expect(await trial({ schema })).toEqual({
      models: ['tiny:latest', 'small'],
      hasList: true,
      reply: { text: 'Three and a half.', seconds: expect.any(Number) as number, schemas: schema },
    });
  },
);

test('takes the only model where none is named', async () => {
  expect((await trial({ models: [{ id: 'one' }] }, '')).reply?.text).toBe('Three and a half.');
  expect(double?.chats()[0]?.body['model']).toBe('one');
});

test('asks nothing where none is named and there are several, or no list', async () => {
  expect((await trial({}, '')).reply).toBeNull();
  await double?.close();
  expect(await trial({ list: { status: 404, body: {} } }, '')).toEqual({ models: [], hasList: false, reply: null });
  expect(double?.chats()).toHaveLength(0);
});

test.each<[Behaviour, string, string, string]>([
  [{}, 'llama9', '', 'It offers tiny:latest, small.'],
  [{ refuse: { status: 500, body: '{"error":"no GPU"}' } }, 'tiny', '', '“no GPU”'],
  [{ key: 'right' }, 'tiny', '', 'wants a key and got none (401)'],
  [{}, 'tiny', '/chat', 'it usually ends with /v1'],
  [{ half: 'close' }, 'tiny', '', 'broke off in the middle of a reply'],
])('says what is wrong: %j', async (behaviour, model, path, said) => {
  await expect(trial(behaviour, model, path)).rejects.toThrow(said);
});
