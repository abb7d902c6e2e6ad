/** @file Kept trainings: `trainings/<id>/training.json`, with events (`….jsonl`) and the last checkpoint of each cell. */
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { trainingCells, type TrainingCell, type TrainingSpec } from '../../core/simulation.ts';
import { TRACE_LINES, type KeptTrace } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { openJsonLines, readJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { parseTrainingSpec } from './simulation-spec.ts';
import type { CheckpointPlace } from './train-cell.ts';
import type { CellTrace, KeptTraining } from './service.ts';

const FOLDER = 'trainings';
const ID = /^[\w-]{1,100}$/;

interface Header {
  readonly startedAt: number;
  readonly spec: TrainingSpec;
}

/** Kept trainings. */
export class TrainingShelf {
  private readonly files: FileStore;

  constructor(files: FileStore) {
    this.files = files;
  }

  /** @throws LabError `spec-invalid` for an id that is no name */
  async begin(id: string, spec: TrainingSpec, startedAt: number): Promise<void> {
    const header: Header = { startedAt, spec };
    await writeJsonFile(this.files, `${this.folder(id)}/training.json`, header);
  }

  /** @throws LabError `name-unknown` where there is none */
  async spec(id: string): Promise<TrainingSpec> {
    const header = await this.header(id);
    if (header !== null) return header.spec;
    throw new LabError('name-unknown', `There is no training ${id}; it may have been removed.`, { id });
  }

  /** Latest first; what cannot be read is left out. */
  async list(): Promise<readonly KeptTraining[]> {
    const paths = await this.files.list(FOLDER);
    const ids = paths.flatMap((path) => /^trainings\/([^/]+)\/training\.json$/.exec(path)?.[1] ?? []);
    const kept = await Promise.all(
      ids.map(async (id): Promise<KeptTraining | null> => {
        const header = await this.header(id);
        if (header === null) return null;
        const traces = await this.read(id);
        return { id, ...header, ended: traces.filter(({ events }) => hasEnded(events)).length };
      }),
    );
    return kept.filter((one) => one !== null).sort((a, b) => b.startedAt - a.startedAt);
  }

  /** The events of every cell. @throws LabError `name-unknown` */
  async read(id: string): Promise<readonly CellTrace[]> {
    const spec = await this.spec(id);
    return Promise.all(trainingCells(spec).map(async (cell) => ({ cell, ...(await this.trace(id, spec, cell)) })));
  }

  /** Of one cell, as far as it can be read. */
  async trace(id: string, spec: TrainingSpec, cell: TrainingCell): Promise<KeptTrace> {
    const kept = await readJsonLines(this.files, this.events(id, spec, cell), TRACE_LINES);
    return { events: kept?.entries ?? [], fault: kept?.fault ?? null };
  }

  /** Takes the events of a cell from here on; those that are there stay. @throws LabError `open-elsewhere` */
  open(id: string, spec: TrainingSpec, cell: TrainingCell): Promise<JsonLinesFile<TraceEvent>> {
    return openJsonLines(this.files, this.events(id, spec, cell), TRACE_LINES);
  }

  /** Where the checkpoint of a cell is kept. */
  place(id: string, spec: TrainingSpec, cell: TrainingCell): CheckpointPlace {
    const path = `${this.path(id, spec, cell)}.checkpoint`;
    return { read: () => this.files.read(path), write: (bytes) => this.files.write(path, bytes) };
  }

  remove(id: string): Promise<void> {
    return this.files.remove(this.folder(id));
  }

  private async header(id: string): Promise<Header | null> {
    const header = await readJsonFile<Header>(this.files, `${this.folder(id)}/training.json`);
    try {
      return header ? { startedAt: header.startedAt, spec: parseTrainingSpec(header.spec) } : null;
    } catch {
      return null;
    }
  }

  private folder(id: string): string {
    if (!ID.test(id)) throw new LabError('spec-invalid', `${id} is not the name of a training.`, { id });
    return `${FOLDER}/${id}`;
  }

  private events(id: string, spec: TrainingSpec, cell: TrainingCell): string {
    return `${this.path(id, spec, cell)}.jsonl`;
  }

  private path(id: string, { policies }: TrainingSpec, { policy, seed }: TrainingCell): string {
    const name = policies[policy]?.name;
    if (name === undefined) throw new LabError('spec-invalid', `There is no policy ${policy} in the training ${id}.`);
    return `${this.folder(id)}/${policy}-${name}-${seed}`;
  }
}

/** Whether a cell was trained to its end, or failed. */
export function hasEnded(events: readonly TraceEvent[]): boolean {
  return events.at(-1)?.type === 'run-end';
}
