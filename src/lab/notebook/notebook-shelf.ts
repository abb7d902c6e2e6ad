/** @file The notebooks that are kept here: `notebooks/<id>/notebook.json` with `outputs/` and `events/` beside it. */
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import type { CellOutput } from '../../notebook/cell-output.ts';
import { wallClock } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { TRACE_LINES } from '../../trace/trace-file.ts';
import { readJsonLines } from '../../data/store/json-lines-file.ts';
import type { KeptNotebook, NotebookContent, NotebookShelf } from './service.ts';

const FOLDER = 'notebooks';
const notebookFolder = (id: string): string => `${FOLDER}/${id}`;
export const eventsPath = (notebook: string, trace: string): string =>
  `${notebookFolder(notebook)}/events/${trace}.jsonl`;

const notebookPath = (id: string): string => `${notebookFolder(id)}/notebook.json`;
const outputsPath = (id: string): string => `${notebookFolder(id)}/outputs`;

type StoredNotebook = NotebookContent & { readonly savedAt: number };

const tracesOf = (output: CellOutput): readonly string[] =>
  output.kind === 'rows' ? [output.trace] : output.runs.map(({ trace }) => trace);

async function readNotebook(files: FileStore, path: string): Promise<StoredNotebook | null> {
  const value = await readJsonFile<StoredNotebook>(files, path);
  if (value !== undefined) return value;
  throw new LabError('file-damaged', 'What is kept of this notebook cannot be read any more.', { path });
}

async function readOutputs(files: FileStore, id: string): Promise<readonly CellOutput[]> {
  const paths = await files.list(outputsPath(id));
  const read = await Promise.all(paths.map((path) => readJsonFile<CellOutput>(files, path)));
  // What cannot be read was cut off by a tab that died; the cell counts as one that was not run.
  return read.flatMap((output) => output ?? []);
}

/** @param openFiles asked once */
export function createNotebookShelf(openFiles: () => Promise<FileStore>): NotebookShelf {
  let opened: Promise<FileStore> | null = null;
  const open = (): Promise<FileStore> => (opened ??= openFiles());
  return {
    async notebooks() {
      const files = await open();
      const paths = (await files.list(FOLDER)).filter((path) => /^[^/]+\/[^/]+\/notebook\.json$/.test(path));
      const kept = await Promise.all(
        paths.map(async (path): Promise<readonly KeptNotebook[]> => {
          const stored = await readNotebook(files, path).catch(() => null);
          if (stored === null) return [];
          const { title, cells, origin, savedAt } = stored;
          return [{ id: path.split('/')[1] ?? '', title, cells, origin, savedAt }];
        }),
      );
      return kept.flat().sort((a, b) => b.savedAt - a.savedAt);
    },

    async openNotebook(id) {
      const files = await open();
      const stored = await readNotebook(files, notebookPath(id));
      if (stored !== null) return { ...stored, outputs: await readOutputs(files, id) };
      const problem = 'This notebook is not kept in this browser. Open its link or its file.';
      throw new LabError('name-unknown', problem, { id });
    },

    async saveNotebook(id, content) {
      await writeJsonFile(await open(), notebookPath(id), { ...content, savedAt: wallClock() });
    },

    async removeNotebook(id) {
      await (await open()).remove(notebookFolder(id));
    },

    async keepOutput(id, output) {
      const files = await open();
      await writeJsonFile(files, `${outputsPath(id)}/${output.cell}.json`, output);
      const kept = new Set((await readOutputs(files, id)).flatMap(tracesOf).map((trace) => eventsPath(id, trace)));
      const own = `${notebookFolder(id)}/events/${output.cell}.`;
      for (const path of await files.list(`${notebookFolder(id)}/events`)) {
        if (path.startsWith(own) && !kept.has(path)) await files.remove(path);
      }
    },

    async readEvents(id, trace) {
      const kept = await readJsonLines(await open(), eventsPath(id, trace), TRACE_LINES);
      if (kept !== null) return { events: kept.entries, fault: kept.fault };
      throw new LabError('name-unknown', 'The events of this run are not kept here. Run the cell again.');
    },
  };
}
