/** @file What went wrong is told beside what it is about, and no longer than that. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { LabClient } from '../../src/client/lab.ts';
import { TabStorage } from '../../src/client/tab-storage.ts';
import { LabError } from '../../src/core/errors.ts';
import { Session } from '../../src/ui/session.svelte.ts';

// There is no frame here.

let session: Session;
beforeEach(() => {
  const network = { onChange: () => undefined, agreed: [], refused: [] };
  session = new Session({ network, storage: new TabStorage() } as unknown as LabClient);
  session.goTo('chat');
});

const fails = (): Promise<void> => Promise.reject(new LabError('internal', 'It broke.'));
const works = (): Promise<void> => Promise.resolve();

test('it goes when the same is tried again, before that has ended', async () => {
  await session.attempt('Answering', fails);
  expect(session.trouble).toMatchObject({ what: 'Answering', error: { message: 'It broke.' } });
  const again = session.attempt('Answering', works);
  expect(session.trouble).toBeNull();
  await again;
  await session.attempt('Answering', fails);
  await session.attempt('Answering', fails);
  expect(session.trouble).not.toBeNull();
});

test('it stays while something else is done, also where that works', async () => {
  await session.attempt('Answering', fails);
  await session.attempt('Listing', works);
  expect(session.trouble).toMatchObject({ what: 'Answering' });
});

test('it goes when another page is opened, and stays where the same one is', async () => {
  await session.attempt('Answering', fails);
  session.goTo('chat');
  expect(session.trouble).not.toBeNull();
  session.goTo('models');
  expect(session.trouble).toBeNull();
});

test('it goes when what it was tried with is changed', async () => {
  await session.attempt('The run', fails);
  session.settle('The fork');
  expect(session.trouble).not.toBeNull();
  session.settle('The fork', 'The run');
  expect(session.trouble).toBeNull();
});

describe('what is imported while the page opens its dataset', () => {
  const ANSWERS = {
    datasets: [],
    names: { people: { ids: [], names: [] }, items: { ids: [], names: [] } },
    person: { id: 1, person: null, fingerprint: '', isRated: true },
  };

  /** A page that is starting, and what it has done. */
  function starting(lastOpened: string): { readonly page: Session; readonly done: readonly string[] } {
    const done: string[] = [];
    /** Something slow that ends early where it is stopped. */
    const slow = async (what: string, signal?: AbortSignal): Promise<void> => {
      await new Promise((later) => setTimeout(later, 5));
      signal?.throwIfAborted();
      done.push(what);
    };
    const manifest = (name: string) => ({ name, title: name });
    const network = { onChange: () => undefined, agreed: [], refused: [] };
    const client = {
      network,
      storage: new TabStorage(),
      describe: () => slow('described').then(() => ({ defaultDataset: 'films', defaultSpec: {} })),
      query: (what: 'datasets' | 'names' | 'person') => Promise.resolve(ANSWERS[what]),
      open: async (name: string, { signal }: { signal: AbortSignal }) => {
        await slow(`open ${name}`, signal);
        if (name === 'damaged') throw new LabError('file-damaged', 'It is damaged.');
        return { manifest: manifest(name) };
      },
      prepare: (_spec: unknown, { signal }: { signal: AbortSignal }) => slow('prepared', signal),
      imports: {
        look: (_source: unknown, signal: AbortSignal) =>
          slow('looked', signal).then(() => ({ preview: null, report: { leftOver: [] } })),
        import: (_source: unknown, _columns: unknown, { signal }: { signal: AbortSignal }) =>
          slow('imported', signal).then(() => ({ manifest: manifest('own'), rejected: [], isKept: true })),
      },
    };
    const page = new Session(client as unknown as LabClient);
    page.lastOpened = lastOpened;
    return { page, done };
  }
  const OWN = [{ path: 'own.csv', file: new File([], 'own.csv') }] as never;

  test.each([
    ['neither stops that nor is stopped by it', '', ['open films']],
    ['also where the one that was open last cannot be opened', 'damaged', ['open damaged', 'open films']],
  ])('%s', async (_title, lastOpened, opened) => {
    const { page, done } = starting(lastOpened);
    const started = page.start();
    const imported = page.import(OWN);
    await Promise.all([started, imported]);
    expect(done.filter((what) => what !== 'prepared')).toEqual([
      'described',
      ...opened,
      ...['looked', 'imported', 'open own'],
    ]);
    expect(page.dataset?.manifest.name).toBe('own');
    expect(page.trouble?.what ?? '').toBe(lastOpened === '' ? '' : `Opening ${lastOpened}`);
  });
});
