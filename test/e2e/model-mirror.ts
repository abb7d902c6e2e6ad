/** @file A mirror of models on another port, as slow as a network: it allows every page to ask. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

/** A mirror. */
export interface ModelMirror {
  readonly url: string;
  /** `GET /all-MiniLM-L6-v2/config.json` */
  readonly requests: string[];
  /** Bytes a second for each file; null for as fast as it goes. */
  bytesPerSecond: number | null;
  close(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
const PIECE = 65_536;

async function answer(mirror: ModelMirror, folder: string, request: IncomingMessage, response: ServerResponse) {
  const path = normalize(decodeURIComponent(request.url ?? '/'));
  mirror.requests.push(`${request.method} ${path}`);
  const found = await stat(join(folder, path)).catch(() => null);
  if (found?.isFile() !== true) return void response.writeHead(404, CORS).end();
  response.writeHead(200, { ...CORS, 'content-length': found.size });
  for await (const piece of createReadStream(join(folder, path), { highWaterMark: PIECE })) {
    if (response.destroyed) return;
    response.write(piece);
    const { bytesPerSecond } = mirror;
    if (bytesPerSecond !== null) await new Promise((resolve) => setTimeout(resolve, (PIECE / bytesPerSecond) * 1000));
  }
  response.end();
}

/** Serves a folder that holds a folder for each model. */
export async function openMirror(folder: string): Promise<ModelMirror> {
  const server = createServer((request, response) => void answer(mirror, folder, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror: ModelMirror = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests: [],
    bytesPerSecond: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return mirror;
}
