/** @file The one store of all that people make: `experiments/<id>/spec.json`, and its events in `events.jsonl`, or a file for each cell. */
import { now } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { RunEnd } from '../../core/node-data.ts';
import { inTurns } from '../../core/platform/waiting.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { openJsonLines, readJsonLines, removeJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { readJsonFile, writeJsonFile } from '../../data/store/file-stores.ts';
import { createBatcher } from '../../rpc/batches.ts';
import { TRACE_LINES, type KeptTrace } from '../../trace/trace-file.ts';
import type { Experiment, ExperimentResult } from './service.ts';

const FOLDER = 'experiments';
const SPEC = 'spec.json';
const EVENTS = 'events';
const ID = /^[\w-][\w.-]{0,99}$/;

const missing = (id: string): LabError =>
  new LabError('name-unknown', `${id} is not kept here; it may have been removed.`, { id });

/** The folder of an experiment. @throws LabError `name-unknown` for what can be no name of one */
export function experimentFolder(id: string): string {
  if (!ID.test(id)) throw missing(id);
  return `${FOLDER}/${id}`;
}

export type NewExperiment = Omit<Experiment, 'outcome'> & Partial<Experiment>;

export class Experiments {
  readonly files: FileStore;
  private readonly inTurn = inTurns();

  constructor(files: FileStore) {
    this.files = files;
  }

  /** Latest first; a folder without a spec that can be read is left out. */
  async list(): Promise<readonly Experiment[]> {
    const paths = (await this.files.list(FOLDER)).filter((path) => path.endsWith(`/${SPEC}`));
    const kept = await Promise.all(paths.map((path) => readJsonFile<Experiment>(this.files, path)));
    return kept.flatMap((one) => one ?? []).sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1));
  }

  /** Null where there is none. @throws LabError `file-damaged` */
  async find(id: string): Promise<Experiment | null> {
    const path = `${experimentFolder(id)}/${SPEC}`;
    const found = await readJsonFile<Experiment>(this.files, path);
    if (found === undefined) throw new LabError('file-damaged', `What is kept of ${id} cannot be read.`, { path });
    return found;
  }

  /** @throws LabError `name-unknown`, `file-damaged` */
  async get(id: string): Promise<Experiment> {
    const found = await this.find(id);
    if (found === null) throw missing(id);
    return found;
  }

  async create(made: NewExperiment): Promise<void> {
    await writeJsonFile(this.files, `${experimentFolder(made.id)}/${SPEC}`, { outcome: 'running', ...made });
  }

  /** Changes what a list shows; where its spec cannot be read, nothing. */
  async change(id: string, change: Partial<Experiment>): Promise<void> {
    const path = `${experimentFolder(id)}/${SPEC}`;
    await this.inTurn(async () => {
      const kept = await readJsonFile<Experiment>(this.files, path);
      if (kept) await writeJsonFile(this.files, path, { ...kept, ...change });
    });
  }

  /** Appends events. Those of the experiment itself give its outcome. @throws LabError `open-elsewhere` */
  async open(id: string, part: string = EVENTS): Promise<Omit<JsonLinesFile<TraceEvent>, 'flush'>> {
    const file = await openJsonLines(this.files, this.path(id, part), TRACE_LINES);
    if (part !== EVENTS) return file;
    const end = ending();
    file.before.entries.forEach((event) => end.add(event));
    return {
      before: file.before,
      get size() {
        return file.size;
      },
      add(events) {
        file.add(events);
        events.forEach((event) => end.add(event));
      },
      close: async () => {
        await file.close();
        if (end.change !== null) await this.change(id, end.change);
      },
    };
  }

  /** @throws LabError `name-unknown` where there are no events */
  async read(id: string, part: string = EVENTS): Promise<KeptTrace> {
    const kept = await readJsonLines(this.files, this.path(id, part), TRACE_LINES);
    if (kept === null) throw missing(id);
    return { events: kept.entries, fault: kept.fault };
  }

  /** A file beside the events, which is written whole, such as the checkpoint of a cell. */
  file(id: string, name: string) {
    const path = `${experimentFolder(id)}/${name}`;
    return {
      read: (): Promise<Uint8Array | null> => this.files.read(path),
      write: (bytes: Uint8Array): Promise<void> => this.files.write(path, bytes),
    };
  }

  /** Of the files beside the spec and the events. */
  async names(id: string): Promise<readonly string[]> {
    const folder = experimentFolder(id);
    return (await this.files.list(folder)).map((path) => path.slice(folder.length + 1));
  }

  async parts(id: string): Promise<readonly string[]> {
    return (await this.names(id)).flatMap((name) => (name.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : []));
  }

  /** Null where it is not there or cannot be read. */
  async readJson<Value>(id: string, name: string): Promise<Value | null> {
    return (await readJsonFile<Value>(this.files, `${experimentFolder(id)}/${name}`)) ?? null;
  }

  async writeJson(id: string, name: string, value: object): Promise<void> {
    await writeJsonFile(this.files, `${experimentFolder(id)}/${name}`, value);
  }

  async clear(id: string, part: string): Promise<void> {
    await removeJsonLines(this.files, this.path(id, part));
  }

  async remove(id: string): Promise<void> {
    await this.files.remove(experimentFolder(id));
  }

  private path(id: string, part: string): string {
    return `${experimentFolder(id)}/${part}.jsonl`;
  }
}

const LONGEST_REPLY = 160;

/** What a list shows of a run's result; a text is too long for it. */
function resultOf(summary: RunEnd, answered: Pick<ExperimentResult, 'answer' | 'truth'>): ExperimentResult | undefined {
  if (summary === null || !('metrics' in summary)) return undefined;
  const { tasks, metrics, reply } = summary;
  const isShort = tasks === 1 && answered.answer !== undefined && answered.answer.type !== 'text';
  return {
    ...{ tasks, metrics },
    ...(isShort && answered),
    ...(typeof reply === 'string' && { reply: reply.slice(0, LONGEST_REPLY) }),
  };
}

/** A fold over events: how they end, null as long as they do not. */
function ending() {
  let answered: Pick<ExperimentResult, 'answer' | 'truth'> = {};
  let change: Pick<Experiment, 'outcome' | 'result'> | null = null;
  return {
    get change() {
      return change;
    },
    add(event: TraceEvent): void {
      if (event.type === 'answer' && event.from === 'kept') answered = { ...answered, answer: event.recommendation };
      if (event.type === 'truth') answered = { ...answered, truth: event.truth };
      if (event.type !== 'run-end') return;
      const result = resultOf(event.summary, answered);
      change = { outcome: event.outcome, ...(result && { result }) };
    },
  };
}

type Writing = Pick<JsonLinesFile<TraceEvent>, 'add' | 'close'>;

/** For what is told and not kept. */
export const NOWHERE: Writing = { add: () => undefined, close: async () => undefined };

/** A run goes on where the disk is full: its events are kept as far as there is room. */
export const lenient = (file: Writing): Writing => ({
  add: (batch) => file.add(batch),
  close: () =>
    file.close().catch((thrown: unknown) => {
      if (!(thrown instanceof LabError)) throw thrown;
    }),
});

/** Runs `act`, passes on and keeps its events, and closes the file. @throws LabError what either throws */
export async function keepEvents<Result>(
  file: Writing,
  onEvents: (batch: readonly TraceEvent[]) => void,
  act: (write: (event: TraceEvent) => void) => Promise<Result> | Result,
): Promise<Result> {
  const batcher = createBatcher<TraceEvent>((batch) => {
    file.add(batch);
    onEvents(batch);
  }, now);
  try {
    return await act((event) => batcher.add(event));
  } finally {
    batcher.flush();
    await file.close();
  }
}
