/** @file Notebooks as they are kept, and runs and looks of their cells on the open dataset, whose events are kept with them. */
import { now, wallClock } from '../../core/clock.ts';
import type { CellOutput, RowsOutput, RunPosition } from '../../notebook/cell-output.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { LabError, throwIfAborted, toLabError } from '../../core/errors.ts';
import type { QueryResult } from '../../core/database.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, type Json } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { isSimulation, type CellSpec } from '../../notebook/notebook.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { profileOf } from '../../data/profile.ts';
import { leaveLastOut } from '../../data/split/splits.ts';
import { RunFold } from '../../notebook/fold-run.ts';
import { compareTrace, type TraceComparison } from '../../notebook/fingerprints.ts';
import { validateNotebook } from '../../notebook/validate.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run/run-spec.ts';
import { neededModels } from '../run/registry.ts';
import { checkSimulation, surroundingRun } from '../simulation/run-simulation.ts';
import { recordingPath, withRecordings } from '../run/recording-file.ts';
import type { NotebookContent, NotebookQuestion, NotebookRun, NotebookRunEnd } from './service.ts';
import type { Answers, Keepers, Kind, LabParts, Work } from '../kind.ts';
import type { Experiments } from '../experiments/experiments.ts';
import { runIntervals } from '../run/scores.ts';
import type { Session } from '../run/session.ts';
import type { Workbench } from '../run/workbench.ts';

const NOTEBOOK = 'notebook.json';
const OUTPUT = '.output.json';
const TELL_EVERY = 100;
const decoder = new TextDecoder();

export function notebookDesk(lab: LabParts): {
  readonly kinds: {
    readonly cell: Kind<NotebookRun, NotebookRunEnd>;
    readonly question: Kind<NotebookQuestion, RowsOutput>;
  };
  readonly answers: Answers<'notebook' | 'check'>;
  readonly keepers: Keepers<'notebook' | 'output'>;
} {
  return {
    kinds: {
      cell: {
        parse: (input) => input as NotebookRun,
        needs: ({ spec }) => neededModels(completeSpec(spec)),
        run: (run, work) => runCell(run, work),
      },
      question: {
        parse: (input) => input as NotebookQuestion,
        needs: () => [],
        run: (question, work) => ask(question, work),
      },
    },
    answers: {
      async notebook(id) {
        const kept = await lab.experiments();
        await kept.get(id);
        const content = await kept.readJson<NotebookContent>(id, NOTEBOOK);
        if (content !== null) return { ...content, outputs: await outputsOf(kept, id) };
        throw new LabError('file-damaged', 'What is kept of this notebook cannot be read any more.', { id });
      },
      check: (notebook) => void validateNotebook(notebook, { parseRun: parseRunSpec, checkSimulation }),
    },
    keepers: {
      /** The notebook lies beside what a list shows of it, since it may be large. */
      async notebook({ id, content }) {
        const kept = await lab.experiments();
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
      },
      async output({ notebook, output }) {
        const kept = await lab.experiments();
        await kept.writeJson(notebook, `${output.cell}${OUTPUT}`, output);
        const named = new Set((await outputsOf(kept, notebook)).flatMap(tracesOf));
        for (const part of await kept.parts(notebook))
          if (part.startsWith(`${output.cell}.`) && !named.has(part)) await kept.clear(notebook, part);
      },
    },
  };
}

const completeSpec = (spec: CellSpec): CompleteRunSpec =>
  isSimulation(spec) ? surroundingRun(spec) : parseRunSpec(spec);

async function runCell(run: NotebookRun, { lab, id, signal, onUpdate, keep }: Work): Promise<NotebookRunEnd> {
  const { spec, trace, recordings, label } = run;
  const workbench = openFor(lab, spec.dataset);
  const kept = await lab.experiments();
  if (!isSimulation(spec)) await lab.examples.openFor(completeSpec(spec), signal);
  const comparison = id === null ? null : await comparisonOf(run, id, kept);
  const fold = new RunFold(spec, { label, trace });
  const files = await withRecordings(kept.files, recordings);
  if (id !== null) await kept.clear(id, trace);
  const tell = teller(fold, ({ done, tasks }) => onUpdate?.({ type: 'position', done, tasks }));
  await keep(async (keepEvent) => {
    const write = (event: TraceEvent): void => {
      fold.add(event);
      comparison?.add(event);
      keepEvent(event);
      tell();
    };
    if (isSimulation(spec)) await workbench.simulate(spec, { write, signal });
    else await workbench.run(completeSpec(spec), { write, signal, files });
  }, trace);
  const folded = fold.end();
  if (folded === null) throw new LabError('internal', 'The run has not come to its end.');
  const intervals = runIntervals(folded.tasks);
  const output = Object.keys(intervals).length === 0 ? folded : { ...folded, intervals };
  const recording = await recordingOf(spec, files);
  return { output, recording, ...(comparison !== null && { difference: comparison.end() }) };
}

async function ask(question: NotebookQuestion, { lab, id, signal, keep }: Work): Promise<RowsOutput> {
  const { dataset, query, trace } = question;
  const session = openFor(lab, dataset).session(parseRunSpec({ dataset, tasks: { name: 'rating-prediction' } }));
  const { manifest } = session.dataset;
  const answered = await answer(query, session, signal);
  await (await lab.experiments()).clear(id ?? '', trace);
  await keep(async (write) => {
    const root = createTrace(write, now);
    root.emit({ type: 'run-start', spec: asJson({ dataset }), dataset: manifest, model: '', tasks: 0 });
    const call = root.emit({ type: 'tool-call', tool: query === null ? 'dataset' : 'sql', arguments: { query } });
    root.emit({ type: 'tool-result', call, ...answered });
    root.emit({ type: 'run-end', outcome: answered.failed ? 'failed' : 'done', summary: null });
    return Promise.resolve();
  }, trace);
  const nothing = { columns: [], rows: [], truncated: false };
  const { columns, rows, truncated } = answered.failed ? nothing : (answered.detail as unknown as QueryResult);
  const problem = answered.failed ? answered.observation : null;
  return { kind: 'rows', dataset: manifest, columns, rows, truncated, problem, trace };
}

/** What a statement gives, or the dataset itself: how many ratings there are of each value. */
async function answer(
  query: string | null,
  session: Session,
  signal: AbortSignal,
): Promise<{ readonly observation: string; readonly failed: boolean; readonly detail: Json }> {
  if (query === null) {
    const rows = profileOf(session.dataset).ratings.map(({ rating, count }) => [rating, count]);
    const detail = { columns: ['rating', 'count'], rows, truncated: false };
    return { observation: `${String(rows.length)} rows`, failed: false, detail };
  }
  const database = await session.personsDatabase(leaveLastOut(session.dataset), signal);
  throwIfAborted(signal);
  try {
    const result = await database.ask(query, signal);
    return { observation: `${String(result.rows.length)} rows`, failed: false, detail: asJson(result) };
  } catch (thrown) {
    const error = toLabError(thrown);
    if (!error.code.startsWith('sql-')) throw error;
    return { observation: error.message, failed: true, detail: asJson(error.toData()) };
  }
}

function openFor(lab: LabParts, { name }: ComponentSpec): Workbench {
  const workbench = lab.workbench();
  const open = workbench.dataset.manifest.name;
  if (open === name) return workbench;
  throw new LabError(
    'spec-invalid',
    `dataset.name: the cell is about ${name}, and ${open} is open; open ${name} first.`,
  );
}

/** With the events of an earlier run; null where they are not kept whole. */
async function comparisonOf(
  { compareWith }: NotebookRun,
  notebook: string,
  experiments: Experiments,
): Promise<TraceComparison | null> {
  if (compareWith === null) return null;
  const kept = await experiments.read(notebook, compareWith).catch(() => null);
  return kept === null || kept.fault !== null ? null : compareTrace(kept.events);
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
