/** @file The import worker: reads and writes files and texts of strangers, where the page does not wait for them and can end them. */
import { LabError } from '../src/core/errors.ts';
import type { TraceEvent } from '../src/core/trace.ts';
import { RUN_FORMATS } from '../src/export/service.ts';
import type { ImportService } from '../src/lab/datasets/import-service.ts';
import { fetchBytes } from '../src/lab/fetch-bytes.ts';
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
const written: TraceEvent[] = [];

// Each task has a worker of its own, which loads what that takes.
const imports = () => import('../src/lab/datasets/import-sources.ts');
const shelf = async () => {
  const { DatasetShelf } = await import('../src/lab/datasets/dataset-shelf.ts');
  const fetchPackaged = (dataset: string, file: string): Promise<Uint8Array> =>
    fetchBytes(new URL(`../datasets/${dataset}/${file}`, self.location.href));
  return new DatasetShelf(await openTabFiles(), fetchPackaged);
};

const service: ImportService = {
  look: async (source, signal) => (await imports()).look(source, signal),
  import: async (source, columns, onProgress, signal) =>
    (await shelf()).import((await imports()).sourcesOf(source), columns, onProgress, signal),
  add: (events) => Promise.resolve(void events.forEach((event) => written.push(event))),
  async write({ extension, title }) {
    const format = RUN_FORMATS.find((known) => known.extension === extension);
    if (format === undefined) throw new LabError('name-unknown', `Runs are not written as "${extension}".`);
    const { runFile } = await import('../src/export/run-file.ts');
    return new Blob([runFile(written, format.extension, title)], { type: format.type });
  },
  async zip(files) {
    const { zipSync } = await import('fflate');
    const parts = files.map(async ({ name, file }) => [name, new Uint8Array(await file.arrayBuffer())] as const);
    return new Blob([zipSync(Object.fromEntries(await Promise.all(parts)))], { type: 'application/zip' });
  },
  html: async (text) => (await import('../src/notebook/markdown-html.ts')).markdownHtml(text),
  // With the formatter loaded: how long that takes says nothing of a text.
  ready: async () => void (await import('../src/notebook/markdown-html.ts')),
};
exposeService(service);
