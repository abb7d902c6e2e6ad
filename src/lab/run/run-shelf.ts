/** @file Kept runs: events in `runs/<id>.jsonl` as they happen, and what a list shows in `runs/<id>.json`. */
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import type { RunEnd } from '../../core/node-data.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { SavedResult, SavedRun } from '../service.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import { LabError } from '../../core/errors.ts';
import { TRACE_LINES, type KeptTrace } from '../../trace/trace-file.ts';
import {
  openJsonLines,
  readJsonLines,
  removeJsonLines,
  type JsonLinesFile,
  type OpenRequest,
} from '../../data/store/json-lines-file.ts';
import type { Dataset } from '../../core/dataset.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { isRequestType } from '../../core/task.ts';
import { PLANNERS } from '../../planners/registry.ts';
import { baselineOf, isBaseline } from './baseline-spec.ts';

function recommenderTitle(recommender: CompleteRunSpec['recommender']): string {
  if (isBaseline(recommender)) return baselineOf(recommender).title;
  if (recommender.name === 'macrec') return `MACRec (${recommender.options.system})`;
  const { planner: name, program } = recommender.options;
  if (name === CUSTOM_PLANNER && program !== undefined) return program.title;
  return PLANNERS.find((entry) => entry.name === name)?.title ?? name;
}

/** `Self-Inspiring · rating prediction · Ada King · Film club · seed 7`; numbers where the dataset is not open. */
export function titleOf(
  { recommender, tasks, seed, dataset }: CompleteRunSpec,
  open: Pick<Dataset, 'manifest' | 'users'> | null,
): Required<Pick<SavedRun, 'title' | 'parts'>> {
  const { users, count } = tasks.options;
  const known = open?.manifest.name === dataset.name ? open : null;
  const where = [known?.manifest.title ?? dataset.name, `seed ${String(seed)}`];
  const parted = (...what: readonly string[]): ReturnType<typeof titleOf> => {
    const parts = { recommender: recommenderTitle(recommender), question: [...what, ...where].join(' · ') };
    return { title: `${parts.recommender} · ${parts.question}`, parts };
  };
  if (isRequestType(tasks.name)) return parted(tasks.name);
  const [only] = users ?? [];
  const who =
    users?.length === 1
      ? (known?.users.find(({ id }) => id === only)?.name ?? dataset.options.person?.name ?? `person ${String(only)}`)
      : `${String(users?.length ?? count ?? 'all')} people`;
  return parted(tasks.name.replace('-', ' '), who);
}

export type RunFile = Pick<JsonLinesFile<TraceEvent>, 'add' | 'close'>;

export interface RunShelf {
  create(run: Pick<SavedRun, 'id' | 'title' | 'parts' | 'startedAt' | 'fork' | 'person'>): Promise<RunFile>;
  /** Appends to a run that lost its worker. */
  reopen(id: string): Promise<RunFile>;
  list(): Promise<readonly SavedRun[]>;
  read(id: string): Promise<KeptTrace>;
  remove(id: string): Promise<void>;
}

const FOLDER = 'runs';
/** How long the lock of a worker that died is waited for, in milliseconds. */
const PATIENCE = 3000;
const eventsPath = (id: string): string => `${FOLDER}/${id}.jsonl`;
const headerPath = (id: string): string => `${FOLDER}/${id}.json`;

function headersIn(files: FileStore) {
  // Where a tab died while writing the header, the events beside it tell the same.
  const read = async (id: string): Promise<SavedRun | null> =>
    (await readJsonFile<SavedRun>(files, headerPath(id))) ?? null;
  return {
    read,
    write: (header: SavedRun): Promise<void> => writeJsonFile(files, headerPath(header.id), header),
    async list(): Promise<SavedRun[]> {
      const paths = await files.list(FOLDER);
      const ids = paths.filter((path) => path.endsWith('.json')).map((path) => path.slice(FOLDER.length + 1, -5));
      const headers = await Promise.all(ids.map(read));
      return headers.filter((header) => header !== null).sort((a, b) => b.startedAt - a.startedAt);
    },
  };
}

type Headers = ReturnType<typeof headersIn>;

const LONGEST_REPLY = 160;

/** What a list shows of what a run came to; a text is too long for it. */
function resultOf(summary: RunEnd, { answer, truth }: Pick<SavedResult, 'answer' | 'truth'>): SavedResult | undefined {
  if (summary === null || !('metrics' in summary)) return undefined;
  const { tasks, metrics, reply } = summary;
  const isShort = tasks === 1 && answer !== undefined && answer.type !== 'text';
  return {
    tasks,
    metrics,
    ...(isShort && { answer }),
    ...(isShort && truth !== undefined && { truth }),
    ...(typeof reply === 'string' && { reply: reply.slice(0, LONGEST_REPLY) }),
  };
}

async function openRunFile(
  files: FileStore,
  headers: Headers,
  header: SavedRun,
  request?: OpenRequest,
): Promise<RunFile> {
  const file = await openJsonLines(files, eventsPath(header.id), TRACE_LINES, request);
  let { outcome, result } = header;
  let answered: Pick<SavedResult, 'answer' | 'truth'> = {};
  let events = file.before?.entries.length ?? 0;
  return {
    add(batch) {
      file.add(batch);
      events += batch.length;
      for (const event of batch) {
        if (event.type === 'answer' && event.from === 'kept') answered = { ...answered, answer: event.recommendation };
        if (event.type === 'truth') answered = { ...answered, truth: event.truth };
        if (event.type !== 'run-end') continue;
        outcome = event.outcome;
        result = resultOf(event.summary, answered) ?? result;
      }
    },
    async close() {
      try {
        await file.close();
        await headers.write({ ...header, outcome, events, bytes: file.size, ...(result !== undefined && { result }) });
      } catch (thrown) {
        if (!(thrown instanceof LabError)) throw thrown;
      }
    },
  };
}

export function createRunShelf(files: FileStore): RunShelf {
  const headers = headersIn(files);
  const remove = async (id: string): Promise<void> => {
    await removeJsonLines(files, eventsPath(id));
    await files.remove(headerPath(id));
  };
  const missing = (run: string): LabError =>
    new LabError('name-unknown', 'This run is not kept here. Open its saved file instead.', { run });
  return {
    list: () => headers.list(),
    remove,
    async create(run) {
      const header: SavedRun = { ...run, outcome: 'running', events: 0, bytes: 0 };
      await headers.write(header);
      return openRunFile(files, headers, header);
    },
    async reopen(id) {
      if ((await files.open(eventsPath(id))) === null) throw missing(id);
      const none = { id, startedAt: 0, outcome: 'running' as const, title: id, events: 0, bytes: 0 };
      return openRunFile(files, headers, (await headers.read(id)) ?? none, { until: AbortSignal.timeout(PATIENCE) });
    },
    async read(id) {
      const kept = await readJsonLines(files, eventsPath(id), TRACE_LINES);
      if (kept === null) throw missing(id);
      return { events: kept.entries, fault: kept.fault };
    },
  };
}

/** What a list shows of a spec: where it branches off, and whose ratings it holds. */
export function shownOf({ fork, dataset }: CompleteRunSpec): Pick<SavedRun, 'fork' | 'person'> {
  const node = fork?.edits.at(-1)?.node;
  const { person } = dataset.options;
  return {
    ...(fork !== undefined && node !== undefined && { fork: { run: fork.run, node } }),
    ...(person !== undefined && { person: person.name }),
  };
}
