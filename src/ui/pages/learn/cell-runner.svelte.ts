/** @file Runs the cells of the open notebook, alone or in order, and reproduces them. */
import { SvelteMap } from 'svelte/reactivity';
import type { NotebookRunEnd, Update } from '../../../client/lab.ts';
import type { CellOutput, EventDifference, RunOutput } from '../../../notebook/cell-output.ts';
import { wallClock } from '../../../core/clock.ts';
import { LabError, toLabError } from '../../../core/errors.ts';
import type { Cell, DatasetCell, RunFingerprints, RunningCell, SqlCell, CellSpec } from '../../../notebook/notebook.ts';
import { isSimulation } from '../../../notebook/notebook.ts';
import { basesOf, checkRun, expectedRun, type RunCheck } from '../../../notebook/fingerprints.ts';
import { countRuns, hasOutput, isRunning, runsOf, type CellRun } from '../../../notebook/runs-of.ts';
import type { Session } from '../../session.svelte.ts';
import { count, counted } from '../../words.ts';
import type { OpenNotebook } from './open-notebook.svelte.ts';

export interface CellWork {
  readonly cell: string;
  /** `tree-of-thoughts-bfs`; empty for a look at a dataset. */
  readonly run: string;
  /** The run's place, from 1, and how many there are. */
  readonly at: number;
  readonly of: number;
  readonly done: number;
  readonly tasks: number;
}

export interface RunAgain {
  readonly label: string;
  readonly check: RunCheck;
  /** Null where all is the same, undefined where there were no events to compare with. */
  readonly difference?: EventDifference | null;
}

/** A cell as it is when its turn comes; later edits do not change what it runs. */
interface Turn<Kind extends Cell = Cell> {
  readonly cell: Kind;
  readonly basis: string;
}

interface Runs {
  /** The name of kept events to compare with; null for none. */
  readonly compareWith: (run: CellRun, at: number) => string | null;
  readonly onEnd: (run: CellRun, end: NotebookRunEnd) => void;
}

type Work = (turn: Turn, signal: AbortSignal) => Promise<void>;

const STOPPED = new LabError('aborted', 'Stopped.');

export const differing = (different: number, runs: number): string =>
  runs === 1
    ? 'The run differs.'
    : `${count(different)} of ${count(runs)} runs ${different === 1 ? 'differs' : 'differ'}.`;

export class CellRunner {
  work = $state.raw<CellWork | null>(null);
  waiting = $state.raw<readonly string[]>([]);
  readonly checks = new SvelteMap<string, readonly RunAgain[]>();
  private controller: AbortController | null = null;
  private readonly open: OpenNotebook;
  private readonly session: Session;

  constructor(open: OpenNotebook, session: Session) {
    this.open = open;
    this.session = session;
  }

  get isBusy(): boolean {
    return this.work !== null;
  }

  stop(): void {
    this.controller?.abort();
  }

  /** Runs cells one after the other, in the order of the notebook. A cell that cannot be run ends it. */
  async run(ids: readonly string[]): Promise<void> {
    await this.each('Running', ids, (turn, signal) => this.runCell(turn, signal));
  }

  /** Runs cells again whose results are known, and says whether they are the same. */
  async reproduce(ids: readonly string[]): Promise<void> {
    const again = ids.filter((id) => this.expectedOf(id).length > 0);
    await this.each('Reproducing', again, (turn, signal) => this.runAgain(turn, signal));
    const checks = again.flatMap((id) => this.checks.get(id) ?? []);
    const different = checks.filter(({ check }) => check.outcome === 'different').length;
    if (checks.length > 0) {
      const runs = counted(checks.length, 'run');
      this.session.announcement = different === 0 ? `${runs}, all identical.` : differing(different, checks.length);
    }
  }

  /** What a cell's runs are expected to come to: as the notebook says, else as they came out here. */
  expectedOf(id: string): readonly RunFingerprints[] {
    const expected = this.open.notebook.expected?.[id]?.runs;
    const output = this.open.outputs.get(id);
    if (expected !== undefined) return expected;
    return output?.kind === 'runs' && output.problem === null
      ? output.runs.map(({ fingerprints }) => fingerprints)
      : [];
  }

  private async each(what: string, ids: readonly string[], work: Work): Promise<void> {
    if (this.controller !== null) return;
    const controller = new AbortController();
    this.controller = controller;
    await this.open.keep();
    const queue = this.open.cells.filter((cell) => ids.includes(cell.id) && hasOutput(cell)).map(({ id }) => id);
    await this.session.attempt(`${what} the cells`, async () => {
      let done = 0;
      for (const [at, id] of queue.entries()) {
        const turn = this.turnOf(id);
        if (turn === null) continue;
        this.waiting = queue.slice(at + 1);
        this.work = { cell: id, run: '', at: 1, of: 1, done: 0, tasks: 0 };
        const draft = this.open.draftProblem(id);
        if (draft !== null) throw new LabError('spec-invalid', `The cell "${id}" is not right yet: ${draft.message}`);
        await work(turn, controller.signal);
        done += 1;
      }
      this.session.announcement = `${counted(done, 'cell')} done.`;
    });
    this.work = null;
    this.waiting = [];
    this.controller = null;
  }

  /** Null for a cell that was deleted while it waited, or made one that comes to nothing of its own. */
  private turnOf(id: string): Turn | null {
    const { notebook } = this.open;
    const cell = notebook.cells.find((one) => one.id === id);
    return cell === undefined || !hasOutput(cell) ? null : { cell, basis: basesOf(notebook).get(id) ?? '' };
  }

  private async runCell({ cell, basis }: Turn, signal: AbortSignal): Promise<void> {
    this.checks.delete(cell.id);
    if (isRunning(cell)) await this.runSpecs({ cell, basis }, signal);
    else if (cell.type === 'dataset' || cell.type === 'sql') await this.ask({ cell, basis }, signal);
  }

  private header({ cell, basis }: Turn): Pick<CellOutput, 'cell' | 'basis' | 'app' | 'finishedAt'> {
    const app = this.session.description?.version ?? '';
    return { cell: cell.id, basis, app, finishedAt: wallClock() };
  }

  private async ask(turn: Turn<DatasetCell | SqlCell>, signal: AbortSignal): Promise<void> {
    const { cell } = turn;
    const source = cell.type === 'sql' ? this.open.cells.find(({ id }) => id === cell.source) : cell;
    if (source?.type !== 'dataset') throw new LabError('spec-invalid', `The cell "${cell.id}" has no dataset.`);
    await this.openDataset(source.dataset.name, signal);
    const query = cell.type === 'sql' ? cell.query : null;
    const trace = `${cell.id}.${wallClock().toString(36)}.0`;
    const question = { dataset: source.dataset, query, trace };
    const output = await this.session.client.start('question', this.open.id, question, { signal });
    await this.open.keepOutput({ ...this.header(turn), ...output });
  }

  private async runSpecs(turn: Turn<RunningCell>, signal: AbortSignal): Promise<void> {
    const { cell } = turn;
    const header = this.header(turn);
    const runs: RunOutput[] = [];
    const show = (problem: string | null): CellOutput => ({
      ...header,
      finishedAt: wallClock(),
      kind: 'runs',
      runs: [...runs],
      problem,
    });
    try {
      await this.eachRun(turn, signal, {
        compareWith: () => null,
        onEnd: (_, { output }) => {
          runs.push(output);
          this.open.showOutput(show(null));
        },
      });
    } catch (thrown) {
      const error = toLabError(thrown);
      const after = `after ${runs.length} of ${counted(countRuns(cell), 'run')}`;
      await this.open.keepOutput(show(error.code === 'aborted' ? `Stopped ${after}.` : error.message));
      throw error;
    }
    await this.open.keepOutput(show(null));
  }

  private async runAgain({ cell, basis }: Turn, signal: AbortSignal): Promise<void> {
    if (!isRunning(cell)) return;
    const kept = this.open.outputs.get(cell.id);
    const before = kept?.kind === 'runs' ? kept.runs : [];
    const expected = this.expectedOf(cell.id);
    const again: RunAgain[] = [];
    const runs: RunOutput[] = [];
    /** Only events that are those of the expected digest say where a run parts from it. */
    const compareWith = ({ spec }: CellRun, at: number): string | null => {
      const wanted = expectedRun(expected, spec, at);
      return before.find(({ fingerprints }) => fingerprints.results === wanted?.results)?.trace ?? null;
    };
    await this.eachRun({ cell, basis }, signal, {
      compareWith,
      onEnd: ({ spec, label }, { output, difference }) => {
        if (output.summary.outcome === 'aborted') return;
        const at = runs.push(output) - 1;
        const check = checkRun(spec, expectedRun(expected, spec, at), output.fingerprints, difference);
        again.push({ label, check, ...(difference !== undefined && { difference }) });
        this.checks.set(cell.id, [...again]);
      },
    });
    // Where runs differ the earlier events stay, to be looked at beside the new ones.
    const isSame = again.every(({ check }) => check.outcome === 'identical');
    if (isSame || before.length === 0) {
      await this.open.keepOutput({ ...this.header({ cell, basis }), kind: 'runs', runs, problem: null });
    }
  }

  private async eachRun({ cell }: Turn<RunningCell>, signal: AbortSignal, { compareWith, onEnd }: Runs): Promise<void> {
    const runs = runsOf(cell);
    const stamp = wallClock().toString(36);
    for (const [at, run] of runs.entries()) {
      const { spec, label } = run;
      const show = (done: number, tasks: number): void => {
        this.work = { cell: cell.id, run: label, at: at + 1, of: runs.length, done, tasks };
      };
      show(0, 0);
      await this.openDataset(spec.dataset.name, signal);
      if (!isSimulation(spec) && !(await this.session.prepare(spec, signal))) throw STOPPED;
      const { recordings = {} } = this.open.notebook;
      const named = { label, spec, trace: `${cell.id}.${stamp}.${at}`, recordings, compareWith: compareWith(run, at) };
      const onUpdate = (update: Update): void => void (update.type === 'position' && show(update.done, update.tasks));
      const end = await this.session.client.start('cell', this.open.id, named, { signal, onUpdate });
      this.keepRecording(spec, end.recording);
      onEnd(run, end);
      if (end.output.summary.outcome === 'aborted') throw STOPPED;
    }
  }

  /** A recording travels with the notebook from the moment that it is made. */
  private keepRecording(spec: CellSpec, text: string | null): void {
    if (text === null || isSimulation(spec) || spec.replies.mode === 'live') return;
    const { replies } = spec;
    const { notebook } = this.open;
    if (notebook.recordings?.[replies.recording] === text) return;
    const recordings = { ...notebook.recordings, [replies.recording]: text };
    this.open.edit({ ...notebook, recordings }, `recording ${replies.recording}`);
  }

  private async openDataset(name: string, signal: AbortSignal): Promise<void> {
    const isOpen = await this.session.use(name);
    if (signal.aborted) throw STOPPED;
    if (!isOpen) throw new LabError('name-unknown', `The dataset ${name} is not here. Import it in the Library first.`);
  }
}
