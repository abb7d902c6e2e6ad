/** @file Wikipedia's API by a local double that answers well, slowly, too much, wrongly or not at all. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { searchTool } from '../../src/tools/search-tool.ts';
import { wikipediaSearch } from '../../src/tools/wikipedia-search.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { contextOf } from '../lab/run/task-context.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/w/api.php`;
}

const NEVER = new AbortController().signal;
const answer =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify(body));
const page = (extract: string) => ({
  query: { pages: [{ title: 'Heat', index: 1, extract, fullurl: 'https://en.wikipedia.org/wiki/Heat' }] },
});

describe('Wikipedia', () => {
  test('is off until it is turned on, and sends nothing', async () => {
    let requests = 0;
    const baseUrl = await serve((_, response) => {
      requests += 1;
      response.end('{}');
    });
    const result = await wikipediaSearch({ enabled: false, baseUrl }).search('Heat', NEVER);
    expect(result).toMatchObject({ failed: true, detail: { code: 'network-off' } });
    expect(requests).toBe(0);
  });

  test('gives the text without its HTML, marked with its source', async () => {
    let asked = '';
    const baseUrl = await serve((request, response) => {
      asked = request.url ?? '';
      answer(page('<p>Heat is a <b>1995</b>\n crime film &amp; more.<script>alert(1)</script></p>'))(request, response);
    });
    const { context } = contextOf(scriptedModel({}));
    const result = await searchTool(wikipediaSearch({ enabled: true, baseUrl })).execute(
      { query: 'Heat & more' },
      context,
    );
    expect(result.observation).toBe('Wikipedia, "Heat": Heat is a 1995 crime film & more.');
    expect(result.detail).toMatchObject({ source: 'wikipedia', page: 'https://en.wikipedia.org/wiki/Heat' });
    expect(new URL(asked, baseUrl).searchParams.get('gsrsearch')).toBe('Heat & more');
  });

  test('shows the beginnings of as many articles as it says, best first, and reads one of them whole', async () => {
    const asked: URL[] = [];
    const long = `<p>${'word '.repeat(2000)}</p><p>The director is <b>Michael Mann</b>.</p>`;
    const pages = [
      { title: 'Heat (disambiguation)', index: 2, extract: '<p>Many things.</p>' },
      { title: 'Heat (1995 film)', index: 1, extract: long },
    ];
    const baseUrl = await serve((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://localhost'));
      const isWhole = asked.at(-1)?.searchParams.has('titles') === true;
      answer({ query: { pages: isWhole ? pages.slice(1) : pages } })(request, response);
    });
    const provider = wikipediaSearch({ enabled: true, baseUrl });
    const { observation } = await provider.search('Heat', NEVER);
    expect(observation).toMatch(
      /^Wikipedia, "Heat \(1995 film\)": word .* \| Wikipedia, "Heat \(disambiguation\)": Many things\.$/,
    );
    expect(asked[0]?.searchParams.get('gsrlimit')).toBe(String(provider.documents));
    const whole = await provider.document?.('Heat (1995 film)', NEVER);
    expect(whole?.observation.split('\n').at(-1)).toBe('The director is Michael Mann.');
    expect(asked[1]?.searchParams.has('exintro')).toBe(false);
  });

  test.each<readonly [string, RequestListener, string]>([
    ['slow', () => undefined, 'did not answer within 150 ms'],
    ['broken', (_, response) => response.writeHead(503).end(), 'answered 503'],
    ['too large', (_, response) => response.end('x'.repeat(5000)), 'larger than the cap of 2000 bytes'],
    ['no JSON', (_, response) => response.end('<html>'), 'another shape'],
    ['of another shape', answer({ query: { pages: 'many' } }), 'another shape'],
    ['cut off', (request) => request.socket.destroy(), 'could not be reached'],
  ])('that is %s is an observation', async (_, listener, problem) => {
    const baseUrl = await serve(listener);
    const timeout = problem.startsWith('did not answer') ? 150 : 10_000;
    const provider = wikipediaSearch({ enabled: true, baseUrl, timeout, maxBytes: 2000 });
    const result = await provider.search('Heat', NEVER);
    expect(result).toMatchObject({
      failed: true,
      observation: expect.stringContaining(problem) as string,
      detail: { source: 'wikipedia', code: 'network-failed' },
    });
  });

  test('that sends a request on is an observation, and where it leads nobody is asked', async () => {
    let asked = 0;
    const other = createServer((_, response) => response.end(String((asked += 1))));
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/secret`;
    const baseUrl = await serve((_, response) => response.writeHead(302, { location }).end());
    const result = await wikipediaSearch({ enabled: true, baseUrl }).search('Heat', NEVER);
    other.close();
    expect(result.observation).toContain('sends requests on');
    expect([result.failed, asked]).toEqual([true, 0]);
  });

  test('stops at once', async () => {
    const baseUrl = await serve(() => undefined);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const search = wikipediaSearch({ enabled: true, baseUrl }).search('Heat', controller.signal);
    await expect(search).rejects.toMatchObject({ code: 'aborted' });
  });
});
