/** @file A double of an OpenAI-compatible chat endpoint, which can misbehave in every way that servers do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';

/** What the double does wrong, or only its own way. */
export interface Behaviour {
  /** The value of `Access-Control-Allow-Origin`; null sends none, as a server does that refuses the page. */
  readonly allowOrigin?: string | null;
  readonly key?: string;
  readonly models?: readonly Readonly<Record<string, unknown>>[] | null;
  /** In place of a list of these: any answer. */
  readonly list?: { readonly status: number; readonly body: unknown };
  /** The path under which the API is. */
  readonly path?: string;
  /** What everything else answers with. */
  readonly elsewhere?: 'html' | '404';
  /** Pieces of a reply to a request without a schema, or what makes them of any request. */
  readonly reply?: readonly string[] | ((body: Asked['body']) => readonly string[]);
  /** What is written of the stream, byte for byte, in place of a well-formed one. */
  readonly raw?: readonly (string | Uint8Array)[];
  readonly schema?: 'kept' | 'ignored' | 'refused';
  /** Half a reply, and then: nothing, or a closed connection. */
  readonly half?: 'hang' | 'close';
  /** Headers, and then nothing; or not even those. */
  readonly silent?: 'body' | 'headers';
  readonly usage?: Readonly<Record<string, unknown>> | null;
  /** Whole replies, whatever was asked. */
  readonly whole?: boolean;
  readonly finishReason?: string;
  /** A refusal of every chat. */
  readonly refuse?: { readonly status: number; readonly body: string };
  /** Milliseconds between two pieces. */
  readonly pause?: number;
  /** Waited for before the reply to each chat. */
  readonly gate?: () => Promise<void>;
  readonly redirect?: string;
  /** What is wrong with a request, as a server says it; null where it is answered. */
  readonly refuses?: (body: Asked['body']) => string | null;
  /** The status of that; 400 where absent. */
  readonly refusedWith?: number;
  /** What is thought before each reply, in a field of its own; it counts against the limit, at a token a word. */
  readonly thinks?: string;
  /** The tokens of a whole reply of whose tokens it tells, each with the ln p of what is likely in its place. */
  readonly tells?: () => readonly (readonly [token: string, likely: Readonly<Record<string, number>>])[];
  /** How often chats are turned away first, and after how many seconds they may come again. */
  readonly busy?: { readonly times: number; readonly status: 429 | 503; readonly retryAfter: string | null };
}

/** A request as the double got it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the other side went away before the reply was complete. */
  readonly left: Promise<boolean>;
}

/** A double that listens. */
export interface EndpointDouble {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly asked: Asked[];
  /** The chats among them. */
  readonly chats: () => Asked[];
  readonly close: () => Promise<void>;
}

const MODELS = [
  { id: 'tiny:latest', object: 'model', created: 1, owned_by: 'library' },
  { id: 'small', object: 'model', created: 1, owned_by: 'library' },
];
const REPLY = ['Three', ' and', ' a', ' half', '.'];
const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function bodyOf(request: IncomingMessage): Promise<Asked['body']> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Asked['body']);
}

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
};

function replyTo(behaviour: Behaviour, body: Asked['body']): readonly string[] {
  if (typeof behaviour.reply === 'function') return behaviour.reply(body);
  const format = body['response_format'] as { json_schema: { schema: { properties: object } } } | undefined;
  if (format === undefined || behaviour.schema === 'ignored') return behaviour.reply ?? REPLY;
  return behaviour.reply ?? ['{"bird"', ': "hoat', 'zin-3", "count": 7}'];
}

/** A whole reply, stopped before the stop, with as many alternatives as are asked for. */
function toldAnswer(tells: ReturnType<NonNullable<Behaviour['tells']>>, body: Asked['body']): object {
  const [stop = '\0'] = (body['stop'] ?? []) as readonly string[];
  const content = tells.map(([token, likely]) => ({
    token,
    logprob: likely[token] ?? -9999,
    top_logprobs: Object.entries(likely)
      .sort(([, one], [, other]) => other - one)
      .slice(0, Number(body['top_logprobs'] ?? 0))
      .map(([other, logprob]) => ({ token: other, logprob })),
  }));
  const text = tells.map(([token]) => token).join('');
  const message = { content: text.split(stop)[0] };
  return {
    choices: [{ message, finish_reason: 'stop', ...(body['logprobs'] === true && { logprobs: { content } }) }],
    usage: { prompt_tokens: 30, completion_tokens: tells.length },
  };
}

const chunk = (choice: object | null, usage?: unknown): string =>
  `data: ${JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: choice === null ? [] : [{ index: 0, ...choice }],
    ...(usage !== undefined && { usage }),
  })}\n\n`;

function streamOf(behaviour: Behaviour, body: Asked['body']): readonly (string | Uint8Array)[] {
  if (behaviour.raw !== undefined) return behaviour.raw;
  const { thinks = '' } = behaviour;
  const limit = Number(body['max_tokens'] ?? body['max_completion_tokens'] ?? Infinity);
  const words = thinks.split(' ').filter((word) => word !== '');
  // A chunk for each word would take half a second for a long thought.
  const thinking =
    words
      .slice(0, limit)
      .join(' ')
      .match(/.{1,200}/gs) ?? [];
  const thought = thinking.map((piece) => chunk({ delta: { reasoning_content: piece } }));
  if (words.length >= limit) return [...thought, chunk({ delta: {}, finish_reason: 'length' }), 'data: [DONE]\n\n'];
  const pieces = [...thought, ...replyTo(behaviour, body).map((content) => chunk({ delta: { content } }))];
  if (behaviour.half !== undefined) return pieces.slice(0, Math.ceil(pieces.length / 2));
  const usage = behaviour.usage === undefined ? USAGE : behaviour.usage;
  return [
    chunk({ delta: { role: 'assistant', content: '' } }),
    ...pieces,
    chunk({ delta: {}, finish_reason: behaviour.finishReason ?? 'stop' }),
    ...(usage === null ? [] : [chunk(null, usage)]),
    'data: [DONE]\n\n',
  ];
}

async function chat(
  behaviour: Behaviour,
  body: Asked['body'],
  response: ServerResponse,
  before: number,
): Promise<void> {
  const { refuse, refuses, busy, schema, whole, half, silent, pause = 0, gate } = behaviour;
  await gate?.();
  const refusal = refuses?.(body) ?? null;
  if (busy !== undefined && before < busy.times) {
    if (busy.retryAfter !== null) response.setHeader('Retry-After', busy.retryAfter);
    sendJson(response, busy.status, { error: { message: 'one moment' } });
  } else if (refusal !== null) sendJson(response, behaviour.refusedWith ?? 400, { error: { message: refusal } });
  else if (refuse !== undefined) {
    response.writeHead(refuse.status, { 'Content-Type': 'application/json' }).end(refuse.body);
  } else if (schema === 'refused' && 'response_format' in body) {
    sendJson(response, 400, { error: { message: 'response_format json_schema is not supported' } });
  } else if (behaviour.tells !== undefined && body['stream'] === false) {
    sendJson(response, 200, toldAnswer(behaviour.tells(), body));
  } else if (whole === true) {
    const content = replyTo(behaviour, body).join('');
    sendJson(response, 200, { choices: [{ message: { content }, finish_reason: 'stop' }], usage: USAGE });
  } else {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    if (silent === 'body') return;
    for (const piece of streamOf(behaviour, body)) {
      response.write(piece);
      await sleep(pause);
    }
    // A broken connection takes with it what has arrived but was not read yet.
    if (half === 'close') await sleep(250);
    if (half === 'close') response.destroy();
    else if (half === undefined) response.end();
  }
}

async function answer(behaviour: Behaviour, asked: Asked[], request: IncomingMessage, response: ServerResponse) {
  const {
    path: prefix = '/v1',
    allowOrigin = '*',
    key,
    elsewhere = '404',
    models = MODELS,
    silent,
    redirect,
    list,
  } = behaviour;
  const path = request.url ?? '';
  if (allowOrigin !== null) {
    response.setHeader('Access-Control-Allow-Origin', allowOrigin);
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
  }
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const left = new Promise<boolean>((resolve) => response.on('close', () => resolve(!response.writableFinished)));
  const { authorization } = request.headers;
  const body = await bodyOf(request);
  asked.push({ method: request.method ?? '', path, authorization, body, left });
  if (silent === 'headers') return;
  if (redirect !== undefined) return void response.writeHead(307, { Location: redirect + path }).end();
  if (key !== undefined && authorization !== `Bearer ${key}`) {
    return sendJson(response, 401, { error: { message: `Incorrect API key provided: ${authorization ?? 'none'}` } });
  }
  if (path === `${prefix}/models` && list !== undefined) return sendJson(response, list.status, list.body);
  if (path === `${prefix}/models`) return sendJson(response, 200, { object: 'list', data: models });
  if (path === `${prefix}/chat/completions`) {
    const before = asked.filter((one) => one.path === path).length - 1;
    return chat(behaviour, body, response, before);
  }
  if (elsewhere === '404') return void response.writeHead(404).end('404 page not found');
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A site</title><p>Hello');
}

/** Starts a double on a free port of this machine. */
export async function startDouble(behaviour: Behaviour = {}): Promise<EndpointDouble> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => void answer(behaviour, asked, request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    asked,
    chats: () => asked.filter(({ path }) => path.endsWith('/chat/completions')),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
