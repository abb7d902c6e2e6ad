/** @file The notebooks that are kept here: `notebooks/<id>/notebook.json` with `outputs/` and `events/` beside it. */
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import type { CellOutput } from '../../notebook/cell-output.ts';
import { wallClock } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { TRACE_LINES } from '../../trace/trace-file.ts';
import { readJsonLines } from '../../data/store/json-lines-file.ts';
import type { KeptNotebook, NotebookContent, NotebookShelf, OpenedNotebook } from './service.ts';

const FOLDER = 'notebooks';
const notebookFolder = (id: string): string => `${FOLDER}/${id}`;
export const eventsPath = (notebook: string, trace: string): string =>
  `${notebookFolder(notebook)}/events/${trace}.jsonl`;

const notebookPath = (id: string): string => `${notebookFolder(id)}/notebook.json`;
const outputsPath = (id: string): string => `${notebookFolder(id)}/outputs`;

type StoredNotebook = NotebookContent & { readonly savedAt: number };

const tracesOf = (output: CellOutput): readonly string[] =>
  output.kind === 'rows' ? [output.trace] : output.runs.map(({ trace }) => trace);

class FileNotebookShelf implements NotebookShelf {
  private readonly files: () => Promise<FileStore>;

  constructor(files: () => Promise<FileStore>) {
    this.files = files;
  }

  async notebooks(): Promise<readonly KeptNotebook[]> {
    const files = await this.files();
    const paths = (await files.list(FOLDER)).filter((path) => /^[^/]+\/[^/]+\/notebook\.json$/.test(path));
    const kept = await Promise.all(
      paths.map(async (path): Promise<KeptNotebook | null> => {
        const stored = await this.stored(path).catch(() => null);
        if (stored === null) return null;
        const { title, cells, origin, savedAt } = stored;
        return { id: path.split('/')[1] ?? '', title, cells, origin, savedAt };
      }),
    );
    return kept.filter((one) => one !== null).sort((a, b) => b.savedAt - a.savedAt);
  }

  async openNotebook(id: string): Promise<OpenedNotebook> {
    const stored = await this.stored(notebookPath(id));
    if (stored !== null) return { ...stored, outputs: await this.outputs(id) };
    throw new LabError('name-unknown', 'This notebook is not kept in this browser. Open its link or its file.', { id });
  }

  async saveNotebook(id: string, content: NotebookContent): Promise<void> {
    const stored: StoredNotebook = { ...content, savedAt: wallClock() };
    await writeJsonFile(await this.files(), notebookPath(id), stored);
  }

  async removeNotebook(id: string): Promise<void> {
    await (await this.files()).remove(notebookFolder(id));
  }

  async keepOutput(id: string, output: CellOutput): Promise<void> {
    const files = await this.files();
    await writeJsonFile(files, `${outputsPath(id)}/${output.cell}.json`, output);
    const kept = new Set((await this.outputs(id)).flatMap(tracesOf).map((trace) => eventsPath(id, trace)));
    const own = `${notebookFolder(id)}/events/${output.cell}.`;
    for (const path of await files.list(`${notebookFolder(id)}/events`)) {
      if (path.startsWith(own) && !kept.has(path)) await files.remove(path);
    }
  }

  async readEvents(id: string, trace: string): ReturnType<NotebookShelf['readEvents']> {
    const kept = await readJsonLines(await this.files(), eventsPath(id, trace), TRACE_LINES);
    if (kept === null)
      throw new LabError('name-unknown', 'The events of this run are not kept here. Run the cell again.');
    return { events: kept.entries, fault: kept.fault };
  }

  private async outputs(id: string): Promise<readonly CellOutput[]> {
    const files = await this.files();
    const read = await Promise.all(
      (await files.list(outputsPath(id))).map((path) => readJsonFile<CellOutput>(files, path)),
    );
    // What cannot be read was cut off by a tab that died; the cell counts as one that was not run.
    return read.flatMap((output) => output ?? []);
  }

  private async stored(path: string): Promise<StoredNotebook | null> {
    const value = await readJsonFile<StoredNotebook>(await this.files(), path);
    if (value !== undefined) return value;
    throw new LabError('file-damaged', 'What is kept of this notebook cannot be read any more.', { path });
  }
}

export function createNotebookShelf(files: () => Promise<FileStore>): NotebookShelf {
  let opened: Promise<FileStore> | null = null;
  return new FileNotebookShelf(() => (opened ??= files()));
}
