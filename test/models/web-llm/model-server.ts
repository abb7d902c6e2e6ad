/** @file A server of one small model that can misbehave in every way that servers do. */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is wrong with one file. */
export type Fault = 'absent' | 'forbidden' | 'page' | 'cut' | 'broken-off' | 'wrong-bytes' | 'silent';

/** The server. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** By path; what is served from now on. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  readonly faults: Map<string, Fault>;
  /** Paths that were asked for, in order, with those of 404s. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A module that wants a function `absent` of `env`, as a library of another version wants some that are gone. */
export const LIBRARY = Uint8Array.from(
  Buffer.from('0061736d01000000' + '010401600000' + '020e0103656e7606616273656e740000', 'hex'),
);

/** A part of random-looking bytes. */
export function shardBytes(size: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31 + seed * 17) % 251);
}

const SHARDS = [shardBytes(40_000, 1), shardBytes(30_001, 2)];

/** The files of a model, by their paths in its folder. */
export function modelFiles(): Map<string, Uint8Array<ArrayBuffer>> {
  const encode = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));
  const settings = {
    model_type: 'llama',
    quantization: 'q0f32',
    context_window_size: 2048,
    sliding_window_size: -1,
    tokenizer_files: ['tokenizer.json', 'tokenizer_config.json'],
  };
  const records = SHARDS.map((bytes, index) => ({
    dataPath: `params_shard_${index}.bin`,
    format: 'raw-shard',
    nbytes: bytes.length,
    records: [{ name: `w${index}`, shape: [bytes.length / 4], dtype: 'float32', format: 'f32', nbytes: bytes.length }],
    md5sum: createHash('md5').update(bytes).digest('hex'),
  }));
  return new Map([
    ['mlc-chat-config.json', encode(settings)],
    ['tensor-cache.json', encode({ metadata: { ParamSize: 2 }, records })],
    ['tokenizer.json', encode({ model: { vocab: {} } })],
    ...SHARDS.map((bytes, index) => [`params_shard_${index}.bin`, bytes] as const),
  ]);
}

const PAGE = new TextEncoder().encode('<!doctype html><title>Not here</title>');

/** Where hubs have the files of a model. */
export const FOLDER: string = '/model/resolve/main/';

/** Starts a server with the files below a folder and the library at `/library.wasm`. */
export async function startModelServer(folder = FOLDER): Promise<ModelServer> {
  const files = new Map([...modelFiles()].map(([name, bytes]) => [`${folder}${name}`, bytes] as const));
  files.set('/library.wasm', LIBRARY);
  const faults = new Map<string, Fault>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    asked.push(path);
    response.setHeader('Access-Control-Allow-Origin', '*');
    serve(files.get(path), faults.get(path), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    faults,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function serve(bytes: Uint8Array | undefined, fault: Fault | undefined, response: ServerResponse): void {
  const send = (body: Uint8Array, length = body.length): void => {
    response.setHeader('Content-Length', length);
    response.end(body);
  };
  if (fault === 'page') send(PAGE);
  else if (bytes === undefined || fault === 'absent') response.writeHead(404).end('absent');
  else if (fault === 'forbidden') response.writeHead(403).end('forbidden');
  else if (fault === 'cut') send(bytes.subarray(0, bytes.length >> 1));
  else if (fault === 'wrong-bytes') send(bytes.map((byte) => byte ^ 1));
  else if (fault === undefined) send(bytes);
  else {
    response.setHeader('Content-Length', bytes.length);
    response.write(bytes.subarray(0, bytes.length >> 1));
    if (fault === 'broken-off') setTimeout(() => response.destroy(), 250);
  }
}
