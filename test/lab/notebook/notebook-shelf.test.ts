/** @file Notebooks that are kept: nothing that was saved is lost, and what cannot be read is told. */
import { describe, expect, test } from 'vitest';
import type { CellOutput } from '../../../src/notebook/cell-output.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { createNotebookShelf, eventsPath, KEPT_VERSIONS } from '../../../src/lab/notebook/notebook-shelf.ts';
import type { NotebookContent } from '../../../src/lab/notebook/shelf-service.ts';

const content = (title: string): NotebookContent => ({
  title,
  cells: 1,
  origin: null,
  notebook: { version: 1, title, cells: [{ id: 'text', type: 'text', text: title }] },
  drafts: {},
});
const later = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  await new Promise((resolve) => setTimeout(resolve, 3));
  return work();
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function shelf() {
  const files = new MemoryFileStore();
  return { files, shelf: createNotebookShelf(() => Promise.resolve(files)) };
}

const output = (trace: string): CellOutput => ({
  cell: 'films',
  basis: 'x',
  app: '0.1.0',
  finishedAt: 1,
  kind: 'rows',
  dataset: { name: 'films' } as never,
  columns: ['rating'],
  rows: [[1]],
  truncated: false,
  problem: null,
  trace,
});

describe('the shelf', () => {
  test('opens what was saved, lists the last saved first, and forgets what was removed', async () => {
    const { shelf: kept } = shelf();
    const revision = await kept.saveNotebook('a', 0, content('First'), false);
    await kept.saveNotebook('b', 0, content('Second'), false);
    await kept.saveNotebook('a', revision, content('First again'), false);
    expect((await kept.notebooks()).map(({ title }) => title).sort()).toEqual(['First again', 'Second']);
    expect(await kept.openNotebook('a')).toMatchObject({ title: 'First again', revision: 2, outputs: [] });
    await kept.removeNotebook('a');
    await expect(kept.openNotebook('a')).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('keeps a version at a milestone, and of what another tab saved in between', async () => {
    const { shelf: kept } = shelf();
    const first = await kept.saveNotebook('a', 0, content('One'), false);
    const second = await kept.saveNotebook('a', first, content('Two'), true);
    expect((await kept.notebookVersions('a')).map(({ title }) => title)).toEqual(['One']);
    // A tab that knows only the first revision saves over the second.
    await kept.saveNotebook('a', first, content('Three'), false);
    const versions = await kept.notebookVersions('a');
    expect(versions.map(({ title }) => title)).toEqual(['Two', 'One']);
    expect(second).toBe(2);
    expect(await kept.openVersion('a', versions[0]?.savedAt ?? 0)).toMatchObject({ title: 'Two' });
    await expect(kept.openVersion('a', 5)).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('keeps both texts of each of 20 pairs that two tabs save at the same moment', async () => {
    const files = new MemoryFileStore();
    const slow: FileStore = Object.assign(Object.create(files) as FileStore, {
      read: (path: string) => later(() => files.read(path)),
      write: (path: string, given: Uint8Array) => later(() => files.write(path, given)),
    });
    const [one, other] = [createNotebookShelf(async () => slow), createNotebookShelf(async () => slow)];
    let kept = 0;
    for (let pair = 0; pair < 20; pair += 1) {
      const id = `pair-${pair}`;
      const revision = await one.saveNotebook(id, 0, content('Before'), false);
      await Promise.all([
        one.saveNotebook(id, revision, content('Mine'), false),
        other.saveNotebook(id, revision, content('Theirs'), false),
      ]);
      const versions = (await one.notebookVersions(id)).map(({ title }) => title);
      const titles = [(await one.openNotebook(id)).title, ...versions];
      if (titles.includes('Mine') && titles.includes('Theirs')) kept += 1;
    }
    expect(kept).toBe(20);
  });

  test('keeps no version of what was not changed, and no more than it says', async () => {
    const { shelf: kept } = shelf();
    let revision = await kept.saveNotebook('a', 0, content('Same'), true);
    expect(await kept.saveNotebook('a', revision, content('Same'), true)).toBe(revision);
    for (let number = 0; number < KEPT_VERSIONS + 5; number += 1) {
      revision = await kept.saveNotebook('a', revision, content(`Number ${number}`), true);
    }
    expect(await kept.notebookVersions('a')).toHaveLength(KEPT_VERSIONS);
  });

  test('replaces an output and removes the events that nothing speaks of any more', async () => {
    const { files, shelf: kept } = shelf();
    await kept.saveNotebook('a', 0, content('One'), false);
    for (const trace of ['films.1.0', 'films.2.0', 'films-2.1.0']) await files.write(eventsPath('a', trace), bytes(''));
    await kept.keepOutput('a', output('films.2.0'));
    expect(await files.list('notebooks/a/events')).toEqual([
      'notebooks/a/events/films-2.1.0.jsonl',
      'notebooks/a/events/films.2.0.jsonl',
    ]);
    expect((await kept.openNotebook('a')).outputs).toMatchObject([{ cell: 'films', trace: 'films.2.0' }]);
    await expect(kept.readEvents('a', 'films.1.0')).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('copies a notebook with what its cells came to', async () => {
    const { files, shelf: kept } = shelf();
    await kept.saveNotebook('a', 0, content('One'), false);
    await files.write(eventsPath('a', 'films.1.0'), bytes('{}\n'));
    await kept.keepOutput('a', output('films.1.0'));
    await kept.copyNotebook('a', 'b', 'One, copy');
    expect(await kept.openNotebook('b')).toMatchObject({
      title: 'One, copy',
      notebook: { title: 'One, copy' },
      outputs: [{ cell: 'films' }],
    });
    expect(await files.read(eventsPath('b', 'films.1.0'))).not.toBeNull();
  });

  test('leaves out of the list what cannot be read, and says so where it is opened', async () => {
    const { files, shelf: kept } = shelf();
    await files.write('notebooks/a/notebook.json', bytes('{"title":'));
    expect(await kept.notebooks()).toEqual([]);
    await expect(kept.openNotebook('a')).rejects.toMatchObject({ code: 'file-damaged' });
  });
});
