/** @file The switch before every request to another host. */
import { describe, expect, test } from 'vitest';
import { asksOfModel, asksOfSearches } from '../../src/core/network-asks.ts';
import { agreedFetch, createNetworkAccess } from '../../src/models/network-access.ts';

const { signal } = new AbortController();

describe('whom a spec would ask', () => {
  const of = (name: string, options: Parameters<typeof asksOfModel>[0]['options'] = {}) =>
    asksOfModel({ name, options }).map(({ origin, gets }) => `${gets} ${origin}`);

  test.each([
    [
      'a model of the catalogue',
      'web-llm/m',
      {},
      ['files https://huggingface.co', 'files https://raw.githubusercontent.com'],
    ],
    [
      'weights of another host',
      'web-llm/m',
      { modelUrl: 'http://b.example:81' },
      ['files http://b.example:81', 'files https://raw.githubusercontent.com'],
    ],
    [
      'addresses',
      'web-llm/m',
      { modelUrl: 'https://a.example/w', libraryUrl: 'https://a.example/l.wasm' },
      ['files https://a.example'],
    ],
    [
      'a name before the host',
      'web-llm/m',
      { modelUrl: 'https://huggingface.co@a.example/', libraryUrl: 'https://a.example' },
      ['files https://a.example'],
    ],
    ['an endpoint', 'endpoint/m', { baseUrl: 'http://localhost:11434/v1' }, ['prompts http://localhost:11434']],
    ['a kept model', 'transformers/m', { source: 'https://a.example' }, []],
    ['what is no address', 'endpoint/m', { baseUrl: 'file:///etc/passwd' }, []],
  ] as const)('%s', (_what, name, options, asks) => {
    expect(of(name, options)).toEqual(asks);
  });

  test('its searches, however deep, where they may', () => {
    const search = { provider: 'wikipedia', allowNetwork: true };
    const options = {
      tools: [{ name: 'search', options: search }, { options: { ...search, baseUrl: 'https://a.example/api' } }],
    };
    expect(asksOfSearches(options).map(({ origin }) => origin)).toEqual([
      'https://en.wikipedia.org',
      'https://a.example',
    ]);
    expect(asksOfSearches({ ...search, allowNetwork: false })).toEqual([]);
    expect(asksOfSearches({ ...search, provider: 'catalogue' })).toEqual([]);
  });
});

describe('a request', () => {
  const asks = asksOfModel({
    name: 'web-llm/m',
    options: { modelUrl: 'https://a.example/', libraryUrl: 'https://b.example/' },
  });
  const asked: string[] = [];
  /** @param redirected where the answer comes from */
  const fetchOf = (redirected?: string) => {
    const access = createNetworkAccess('https://lab.example');
    const fetch = agreedFetch(
      async (url) => {
        asked.push(url);
        return Object.defineProperties(new Response('secret'), {
          redirected: { value: redirected !== undefined },
          url: { value: redirected ?? url },
        });
      },
      access,
      asks,
    );
    return { access, fetch };
  };

  test('is refused to an address that was not announced, also where that was agreed to for another model', async () => {
    const { access, fetch } = fetchOf();
    access.setAgreements(
      ['a', 'b', 'c'].map((name) => ({ origin: `https://${name}.example`, gets: 'files' as const })),
    );
    await expect(fetch('https://c.example/x', { signal })).rejects.toMatchObject({ code: 'network-off' });
    expect(asked).toEqual([]);
    expect(await (await fetch('https://a.example/x', { signal })).text()).toBe('secret');
  });

  test('is refused until all that the model asks for was agreed to', async () => {
    asked.length = 0;
    const { access, fetch } = fetchOf();
    access.setAgreements([{ origin: 'https://a.example', gets: 'files' }]);
    await expect(fetch('https://a.example/x', { signal })).rejects.toThrow('would fetch its files from b.example');
    expect(asked).toEqual([]);
  });

  test.each(['http://127.0.0.1:8080/x', 'http://localhost/x', 'http://192.168.0.1/x', 'http://[::1]/x'])(
    'that is sent on to %s is not read',
    async (url) => {
      const { access, fetch } = fetchOf(url);
      access.setAgreements(asks);
      await expect(fetch('https://a.example/x', { signal })).rejects.toMatchObject({
        code: 'network-off',
        details: { redirectedTo: url },
      });
    },
  );

  test('that a hub sends on to another host of the network is', async () => {
    const { access, fetch } = fetchOf('https://cdn.example/x');
    access.setAgreements(asks);
    expect(await (await fetch('https://a.example/x', { signal })).text()).toBe('secret');
  });

  test('to the lab’s own origin needs no agreement for files, and one for prompts', () => {
    const access = createNetworkAccess('https://lab.example');
    const own = { origin: 'https://lab.example', by: 'x' };
    expect(() => access.require([{ ...own, gets: 'files' }])).not.toThrow();
    expect(() => access.require([{ ...own, gets: 'prompts' }])).toThrow('you have not agreed');
  });
});
