/** @file Notebooks as they are kept, and runs and looks of their cells on the open dataset, whose events are kept with them. */
import { now, wallClock } from '../../core/clock.ts';
import type { CellOutput, RowsOutput, RunFold, RunPosition } from '../../notebook/cell-output.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { LabError, throwIfAborted, toLabError } from '../../core/errors.ts';
import type { QueryResult } from '../../core/database.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, type Json } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { isSimulation, type CellSpec } from '../../notebook/notebook.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { profileOf } from '../../data/profile.ts';
import { leaveLastOut } from '../../data/split/leave-last-out.ts';
import { foldRun } from '../../notebook/fold-run.ts';
import { compareTrace, type TraceComparison } from '../../notebook/fingerprints.ts';
import { validateNotebook } from '../../notebook/validate.ts';
import { parseRunSpec } from '../run/run-spec.ts';
import { neededModels } from '../run/registry.ts';
import { checkSimulation, surroundingRun } from '../simulation/run-simulation.ts';
import { recordingPath, withRecordings } from '../run/recording-file.ts';
import type {
  NotebookContent,
  NotebookQuestion,
  NotebookRun,
  NotebookRunEnd,
  NotebookService,
  OpenedNotebook,
  RunningCell,
} from './service.ts';
import { keepEvents, type Experiments } from '../experiments/experiments.ts';
import { runIntervals } from '../run/scores.ts';
import type { Session } from '../run/session.ts';
import type { Workbench } from '../run/workbench.ts';

export interface NotebookRunnerHost {
  experiments(): Promise<Experiments>;
  /** @throws LabError where no dataset is open */
  workbench(): Workbench;
}

const NOTEBOOK = 'notebook.json';
const OUTPUT = '.output.json';
const TELL_EVERY = 100;
const decoder = new TextDecoder();

export class NotebookRunner implements NotebookService {
  private readonly host: NotebookRunnerHost;

  constructor(host: NotebookRunnerHost) {
    this.host = host;
  }

  async open(id: string): Promise<OpenedNotebook> {
    const kept = await this.host.experiments();
    await kept.get(id);
    const content = await kept.readJson<NotebookContent>(id, NOTEBOOK);
    if (content !== null) return { ...content, outputs: await outputsOf(kept, id) };
    throw new LabError('file-damaged', 'What is kept of this notebook cannot be read any more.', { id });
  }

  /** The notebook lies beside what a list shows of it, since it may be large. */
  async save(id: string, content: NotebookContent): Promise<void> {
    const kept = await this.host.experiments();
    await kept.writeJson(id, NOTEBOOK, content);
    const { title, cells, origin } = content;
    await kept.create({
      id,
      kind: 'notebook',
      startedAt: wallClock(),
      title: title === '' ? 'Untitled' : title,
      about: `${String(cells)} ${cells === 1 ? 'cell' : 'cells'}`,
      dataset: '',
      spec: { origin: asJson(origin) },
      outcome: 'done',
    });
  }

  async keepOutput(id: string, output: CellOutput): Promise<void> {
    const kept = await this.host.experiments();
    await kept.writeJson(id, `${output.cell}${OUTPUT}`, output);
    const named = new Set((await outputsOf(kept, id)).flatMap(tracesOf));
    for (const part of await kept.parts(id))
      if (part.startsWith(`${output.cell}.`) && !named.has(part)) await kept.clear(id, part);
  }

  async check(notebook: unknown): Promise<void> {
    validateNotebook(notebook, { parseRun: parseRunSpec, checkSimulation });
    return Promise.resolve();
  }

  async run(run: NotebookRun, { onProgress, signal, useModels }: RunningCell): Promise<NotebookRunEnd> {
    const { spec, notebook, trace, recordings, label } = run;
    const complete = isSimulation(spec) ? surroundingRun(spec) : parseRunSpec(spec);
    await useModels?.(neededModels(complete));
    const workbench = this.openFor(spec.dataset);
    const kept = await this.host.experiments();
    const comparison = await this.comparison(run, kept);
    const fold = foldRun(spec, { label, trace });
    const store = await withRecordings(kept.files, recordings);
    await kept.clear(notebook, trace);
    const file = await kept.open(notebook, trace);
    const tell = teller(fold, onProgress);
    await keepEvents(
      file,
      () => undefined,
      async (keep) => {
        const write = (event: TraceEvent): void => {
          fold.add(event);
          comparison?.add(event);
          keep(event);
          tell();
        };
        if (isSimulation(spec)) await workbench.simulate(spec, { write, signal });
        else await workbench.run(complete, { write, signal, files: store });
      },
    );
    const folded = fold.end();
    if (folded === null) throw new LabError('internal', 'The run has not come to its end.');
    const intervals = runIntervals(folded.tasks);
    const output = Object.keys(intervals).length === 0 ? folded : { ...folded, intervals };
    const recording = await recordingOf(spec, store);
    return { output, recording, ...(comparison !== null && { difference: comparison.end() }) };
  }

  async ask(question: NotebookQuestion, signal: AbortSignal): Promise<RowsOutput> {
    const { dataset, query, notebook, trace } = question;
    const session = this.sessionOf(dataset);
    const events: TraceEvent[] = [];
    const root = createTrace((event) => events.push(event), now);
    root.emit({
      type: 'run-start',
      spec: asJson({ dataset }),
      dataset: session.dataset.manifest,
      model: '',
      tasks: 0,
    });
    const call = root.emit({ type: 'tool-call', tool: query === null ? 'dataset' : 'sql', arguments: { query } });
    const answered = await this.answer(question, signal);
    root.emit({ type: 'tool-result', call, ...answered });
    root.emit({ type: 'run-end', outcome: answered.failed ? 'failed' : 'done', summary: null });
    const kept = await this.host.experiments();
    await kept.clear(notebook, trace);
    const file = await kept.open(notebook, trace);
    file.add(events);
    await file.close();
    const { manifest } = session.dataset;
    if (answered.failed) {
      const nothing = { columns: [], rows: [], truncated: false };
      return { kind: 'rows', dataset: manifest, ...nothing, problem: answered.observation, trace };
    }
    const { columns, rows, truncated } = answered.detail as unknown as QueryResult;
    return { kind: 'rows', dataset: manifest, columns, rows, truncated, problem: null, trace };
  }

  private async answer(
    { dataset, query }: NotebookQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly observation: string; readonly failed: boolean; readonly detail: Json }> {
    const session = this.sessionOf(dataset);
    if (query === null) {
      const rows = profileOf(session.dataset).ratings.map(({ rating, count }) => [rating, count]);
      const detail = { columns: ['rating', 'count'], rows, truncated: false };
      return { observation: `${String(rows.length)} rows`, failed: false, detail };
    }
    const database = await session.personsDatabase(leaveLastOut(session.dataset), signal);
    throwIfAborted(signal);
    try {
      const result = await database.ask(query, signal);
      const detail = asJson(result);
      return { observation: `${String(result.rows.length)} rows`, failed: false, detail };
    } catch (thrown) {
      const error = toLabError(thrown);
      if (!error.code.startsWith('sql-')) throw error;
      return { observation: error.message, failed: true, detail: asJson(error.toData()) };
    }
  }

  private openFor({ name }: ComponentSpec): Workbench {
    const workbench = this.host.workbench();
    const open = workbench.dataset.manifest.name;
    if (open === name) return workbench;
    throw new LabError(
      'spec-invalid',
      `dataset.name: the cell is about ${name}, and ${open} is open; open ${name} first.`,
    );
  }

  private sessionOf(dataset: ComponentSpec): Session {
    return this.openFor(dataset).session(parseRunSpec({ dataset, tasks: { name: 'rating-prediction' } }));
  }

  /** With the events of an earlier run; null where they are not kept whole. */
  private async comparison(
    { notebook, compareWith }: NotebookRun,
    experiments: Experiments,
  ): Promise<TraceComparison | null> {
    if (compareWith === null) return null;
    const kept = await experiments.read(notebook, compareWith).catch(() => null);
    return kept === null || kept.fault !== null ? null : compareTrace(kept.events);
  }
}

const tracesOf = (output: CellOutput): readonly string[] =>
  output.kind === 'rows' ? [output.trace] : output.runs.map(({ trace }) => trace);

/** What cannot be read was cut off by a tab that died; the cell counts as one that was not run. */
async function outputsOf(kept: Experiments, id: string): Promise<readonly CellOutput[]> {
  const names = (await kept.names(id)).filter((name) => name.endsWith(OUTPUT));
  const read = await Promise.all(names.map((name) => kept.readJson<CellOutput>(id, name)));
  return read.flatMap((output) => output ?? []);
}

async function recordingOf(spec: CellSpec, files: FileStore): Promise<string | null> {
  if (isSimulation(spec) || spec.replies.mode === 'live') return null;
  const bytes = await files.read(recordingPath(spec.replies.recording));
  return bytes === null ? null : decoder.decode(bytes);
}

function teller(fold: RunFold, tell: (progress: RunPosition) => void): () => void {
  let told = -Infinity;
  let done = -1;
  return () => {
    const { position } = fold;
    if (position.done === done && now() - told < TELL_EVERY) return;
    [told, done] = [now(), position.done];
    tell(position);
  };
}
