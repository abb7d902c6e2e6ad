/** @file Notebooks that are kept: nothing that was saved is lost, and what cannot be read is told. */
import { describe, expect, test } from 'vitest';
import type { CellOutput } from '../../../src/notebook/cell-output.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import { NotebookRunner } from '../../../src/lab/notebook/notebook-runner.ts';
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
  const kept = new Experiments(files);
  const noData = (): never => {
    throw new Error('No dataset is needed here.');
  };
  return { files, kept, shelf: new NotebookRunner({ experiments: () => Promise.resolve(kept), workbench: noData }) };
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
    const { kept, shelf: notebooks } = shelf();
    await notebooks.save('a', content('First'));
    await notebooks.save('b', content('Second'));
    await notebooks.save('a', content('First again'));
    expect((await kept.list()).map(({ title }) => title).sort()).toEqual(['First again', 'Second']);
    expect(await notebooks.open('a')).toMatchObject({ title: 'First again', outputs: [] });
    await kept.remove('a');
    await expect(notebooks.open('a')).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('replaces an output and removes the events that nothing speaks of any more', async () => {
    const { files, kept, shelf: notebooks } = shelf();
    await notebooks.save('a', content('One'));
    for (const trace of ['films.1.0', 'films.2.0', 'films-2.1.0'])
      await files.write(`experiments/a/${trace}.jsonl`, bytes(''));
    await notebooks.keepOutput('a', output('films.2.0'));
    expect(await kept.parts('a')).toEqual(['films-2.1.0', 'films.2.0']);
    expect((await notebooks.open('a')).outputs).toMatchObject([{ cell: 'films', trace: 'films.2.0' }]);
    await expect(kept.read('a', 'films.1.0')).rejects.toMatchObject({ code: 'name-unknown' });
  });
});
