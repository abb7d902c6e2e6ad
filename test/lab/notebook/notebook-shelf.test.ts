/** @file Notebooks that are kept: nothing that was saved is lost, and what cannot be read is told. */
import { describe, expect, test } from 'vitest';
import type { CellOutput } from '../../../src/notebook/cell-output.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { createNotebookShelf, eventsPath } from '../../../src/lab/notebook/notebook-shelf.ts';
import type { NotebookContent } from '../../../src/lab/notebook/service.ts';

const content = (title: string): NotebookContent => ({
  title,
  cells: 1,
  origin: null,
  notebook: { version: 1, title, cells: [{ id: 'text', type: 'text', text: title }] },
  drafts: {},
});
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
    await kept.saveNotebook('a', content('First'));
    await kept.saveNotebook('b', content('Second'));
    await kept.saveNotebook('a', content('First again'));
    expect((await kept.notebooks()).map(({ title }) => title).sort()).toEqual(['First again', 'Second']);
    expect(await kept.openNotebook('a')).toMatchObject({ title: 'First again', outputs: [] });
    await kept.removeNotebook('a');
    await expect(kept.openNotebook('a')).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('replaces an output and removes the events that nothing speaks of any more', async () => {
    const { files, shelf: kept } = shelf();
    await kept.saveNotebook('a', content('One'));
    for (const trace of ['films.1.0', 'films.2.0', 'films-2.1.0']) await files.write(eventsPath('a', trace), bytes(''));
    await kept.keepOutput('a', output('films.2.0'));
    expect(await files.list('notebooks/a/events')).toEqual([
      'notebooks/a/events/films-2.1.0.jsonl',
      'notebooks/a/events/films.2.0.jsonl',
    ]);
    expect((await kept.openNotebook('a')).outputs).toMatchObject([{ cell: 'films', trace: 'films.2.0' }]);
    await expect(kept.readEvents('a', 'films.1.0')).rejects.toMatchObject({ code: 'name-unknown' });
  });
});
