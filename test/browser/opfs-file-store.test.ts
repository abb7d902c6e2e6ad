/** Files in the origin private file system of a real browser, through a worker as in the lab. */
import { wallClock } from '../../src/core/clock.ts';
import { wrap, type Remote } from 'comlink';
import { cdp, server } from 'vitest/browser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import type { FileStore } from '../../src/core/file-store.ts';
import { importDataset } from '../../src/data/import/import-dataset.ts';
import { sourceFromBlob } from '../../src/data/import/source-files.ts';
import { DatasetStore } from '../../src/data/store/dataset-store.ts';
import '../../src/rpc/transfer-handlers.ts';
import { LATEST, zip } from '../data/import/zips.ts';
import { fileStoreContract, fullFileStoreContract } from '../data/store/file-store-contract.ts';
import { fullJsonLinesContract, jsonLinesContract } from '../data/store/json-lines-contract.ts';
import type { OpfsWorker } from './opfs.worker.ts';

interface ProtocolSession {
  send(method: string, parameters: object): Promise<unknown>;
}

const NOT_ASKED: ProtocolSession = { send: () => Promise.resolve() };

const { signal } = new AbortController();
const WORKER_URL = new URL('./opfs.worker.ts', import.meta.url);

let worker: Worker;
let remote: Remote<OpfsWorker>;
let folders = 0;

function startWorker(): void {
  worker = new Worker(WORKER_URL, { type: 'module' });
  remote = wrap<OpfsWorker>(worker);
}

function storeAt(root: string): FileStore {
  return {
    list: (folder) => remote.list(root, folder),
    read: (path) => remote.read(root, path),
    size: (path) => remote.size(root, path),
    write: (path, bytes) => remote.write(root, path, bytes),
    appender: (path) => remote.appender(root, path),
    remove: (path) => remote.remove(root, path),
  };
}

async function freshStore(): Promise<FileStore> {
  folders += 1;
  return storeAt(`test-${folders}`);
}

async function removeAll(): Promise<void> {
  const top = await navigator.storage.getDirectory();
  for await (const name of top.keys()) await top.removeEntry(name, { recursive: true });
}

beforeAll(async () => {
  await removeAll();
  startWorker();
});

afterAll(async () => {
  worker.terminate();
  await removeAll();
});

describe('files of the browser', () => {
  fileStoreContract(freshStore);
  jsonLinesContract(freshStore);

  test('outlive the worker; one that was being appended to holds all that was appended', async () => {
    const store = await freshStore();
    const root = `test-${folders}`;
    const appender = await store.appender('runs/1.jsonl');
    await appender.append(Uint8Array.of(1, 2));
    await store.write('datasets/a', Uint8Array.of(3));
    // As where the tab is closed in the middle of a run.
    worker.terminate();
    startWorker();
    const reopened = storeAt(root);
    expect(await reopened.read('runs/1.jsonl')).toEqual(Uint8Array.of(1, 2));
    expect(await reopened.read('datasets/a')).toEqual(Uint8Array.of(3));
    // The browser lets go of a dead worker's lock in its own time.
    await expect.poll(() => reopened.appender('runs/1.jsonl').then(() => true, String), { timeout: 30_000 }).toBe(true);
  });
});

test.each([
  { missing: ['createSyncAccessHandle'], failing: [] },
  { missing: [], failing: ['createSyncAccessHandle'] },
  { missing: ['move'], failing: [] },
])(
  'a store whose files cannot be written is not taken for one, so that the tab keeps its files itself: $missing, $failing',
  async ({ missing, failing }) => {
    worker.terminate();
    startWorker();
    await remote.lackWays(missing, failing);
    expect(await remote.tryToOpen('unwritable')).toBe('storage-failed');
    worker.terminate();
    startWorker();
  },
);

test('workers that start together try one after the other what the browser can do', async () => {
  let letGo = (): void => undefined;
  const trying = new Promise<void>((resolve) => (letGo = resolve));
  const held = navigator.locks.request('started-together:trial', () => trying);
  let isOpen = false;
  const opening = remote.tryToOpen('started-together').then((code) => {
    isOpen = true;
    return code;
  });
  await remote.tryToOpen('started-alone');
  expect(isOpen).toBe(false);
  letGo();
  expect(await opening).toBeNull();
  await held;
});

test('what a closed tab left half written is gone when the store is opened, and what another worker writes stays', async () => {
  const store = await freshStore();
  const top = await navigator.storage.getDirectory();
  const root = await top.getDirectoryHandle(`test-${folders}`, { create: true });
  const unfinished = await root.getDirectoryHandle('unfinished', { create: true });
  const recent = `${wallClock()}-datasets~c`;
  for (const name of ['1700000000000-datasets~a', recent]) await unfinished.getFileHandle(name, { create: true });
  await store.write('datasets/b', Uint8Array.of(1));
  // Another worker of the page may be writing the recent one.
  const left: string[] = [];
  for await (const name of unfinished.keys()) left.push(name);
  expect(left).toEqual([recent]);
});

test('a dataset is still there after the worker is gone', async () => {
  const imported = await importDataset(sourceFromBlob('tiny.zip', new File([zip(LATEST).slice()], 'tiny.zip')), {
    signal,
  });
  expect(imported.manifest.counts.interactions).toBe(5);
  await new DatasetStore(await freshStore()).save(imported, signal);
  worker.terminate();
  startWorker();
  const reopened = new DatasetStore(storeAt(`test-${folders}`));
  expect((await reopened.list()).map(({ manifest }) => manifest)).toEqual([imported.manifest]);
  expect(await reopened.load(imported.manifest.name, signal)).toEqual(imported);
});

// Only Chromium lets a test say how much it may store.
describe.skipIf(server.browser !== 'chromium')('files of a browser that is nearly full', () => {
  const session = server.browser === 'chromium' ? (cdp() as unknown as ProtocolSession) : NOT_ASKED;
  const { origin } = location;

  async function nearlyFullStore(): Promise<FileStore> {
    const { usage = 0 } = await navigator.storage.estimate();
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 300_000 });
    return freshStore();
  }

  afterEach(async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  });

  fullFileStoreContract(nearlyFullStore);
  fullJsonLinesContract(nearlyFullStore);

  test('what is missing is said', async () => {
    const store = await nearlyFullStore();
    const thrown: unknown = await store.write('a/b', new Uint8Array(1_000_000)).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(LabError);
    expect((thrown as LabError).message).toContain('a/b, which takes 1000000 bytes');
  });
});
