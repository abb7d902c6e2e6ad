/** @file Notebooks that are kept: nothing that was saved is lost, and what cannot be read is told. */
import { describe, expect, test } from 'vitest';
import { NEVER } from '../../../src/core/errors.ts';
import type { CellOutput } from '../../../src/notebook/cell-output.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import type { LabParts } from '../../../src/lab/kind.ts';
import { notebookDesk } from '../../../src/lab/notebook/notebook-runner.ts';
import type { NotebookContent } from '../../../src/lab/notebook/service.ts';

const content = (title: string): NotebookContent => ({
  title,
  cells: 1,
  origin: null,
  notebook: { version: 1, title, cells: [{ id: 'text', type: 'text', text: title }] },
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function shelf() {
  const files = new MemoryFileStore();
  const kept = new Experiments(files);
  const { answers, keepers } = notebookDesk({ experiments: () => Promise.resolve(kept) } as unknown as LabParts);
  const save = (id: string, title: string) => keepers.notebook({ id, content: content(title) }, { signal: NEVER });
  return { files, kept, keepers, save, open: (id: string) => answers.notebook(id, { signal: NEVER }) };
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
    const { kept, save, open } = shelf();
    await save('a', 'First');
    await save('b', 'Second');
    await save('a', 'First again');
    expect((await kept.list()).map(({ title }) => title).sort()).toEqual(['First again', 'Second']);
    expect(await open('a')).toMatchObject({ title: 'First again', outputs: [] });
    await kept.remove('a');
    await expect(open('a')).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('replaces an output and removes the events that nothing speaks of any more', async () => {
    const { files, kept, keepers, save, open } = shelf();
    await save('a', 'One');
    for (const trace of ['films.1.0', 'films.2.0', 'films-2.1.0'])
      await files.write(`experiments/a/${trace}.jsonl`, bytes(''));
    await keepers.output({ notebook: 'a', output: output('films.2.0') }, { signal: NEVER });
    expect(await kept.parts('a')).toEqual(['films-2.1.0', 'films.2.0']);
    expect((await open('a')).outputs).toMatchObject([{ cell: 'films', trace: 'films.2.0' }]);
    await expect(kept.read('a', 'films.1.0')).rejects.toMatchObject({ code: 'name-unknown' });
  });
});
