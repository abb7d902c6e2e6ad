/**
 * @file The experiment in a terminal: threads share out the seeds, the tables go to stdout.
 */
import { availableParallelism } from 'node:os';
import { LabError, type LabErrorData } from '../core/errors.ts';
import type { ExperimentTask } from '../lab/experiment/design.ts';
import type { CellResult, SeedToMeasure } from '../lab/experiment/run-experiment.ts';
import { linesOf, tablesOf, type Line } from '../lab/experiment/tables.ts';
import type { ExperimentCommand } from './experiment-arguments.ts';
import { startThread } from './start-thread.ts';

/** A job of a thread: choosing a temperature, or measuring a seed. */
export type ExperimentJob =
  { readonly type: 'choose'; readonly task: ExperimentTask } | ({ readonly type: 'measure' } & SeedToMeasure);

/** What a thread is given. */
export interface ExperimentThreadData {
  readonly dataset: string;
  readonly users: number | null;
  readonly files: string;
  readonly jobs: readonly ExperimentJob[];
}

/** What `chooseTemperature` gives, and for whom. */
export interface Choice {
  readonly task: ExperimentTask;
  readonly temperature: number;
  readonly tried: readonly { readonly temperature: number; readonly value: number }[];
}

/** What a thread tells. */
export type ExperimentMessage =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'choice'; readonly choice: Choice }
  | { readonly type: 'cells'; readonly task: ExperimentTask; readonly cells: readonly CellResult[] }
  | { readonly type: 'error'; readonly error: LabErrorData };

const THREAD = new URL('./experiment-thread.ts', import.meta.url).href;

function inThread(data: ExperimentThreadData, hear: (message: ExperimentMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = startThread(THREAD, data);
    thread.on('message', (message: ExperimentMessage) => {
      if (message.type === 'error') reject(LabError.fromData(message.error));
      else hear(message);
    });
    thread.on('error', reject);
    thread.on('exit', () => {
      resolve();
    });
  });
}

/** Shares jobs out among threads and hears what they tell. */
async function share(
  command: ExperimentCommand,
  jobs: readonly ExperimentJob[],
  hear: (message: ExperimentMessage) => void,
): Promise<void> {
  const { dataset, users, files } = command;
  const threads = Math.min(availableParallelism(), jobs.length);
  const parts = Array.from({ length: threads }, (_, own) => jobs.filter((_job, at) => at % threads === own));
  await Promise.all(parts.map((part) => inThread({ dataset, users, files, jobs: part }, hear)));
}

/** What the command prints as its last line. */
export interface ExperimentSummary {
  readonly seeds: number;
  readonly choices: readonly Choice[];
  readonly lines: readonly Line[];
}

/**
 * Runs the experiment: the temperature of each task is chosen on the first half of the people, then all cells are measured on the
 * second.
 * @param onText receives the tables
 * @param onProgress receives lines for people
 */
export async function experimentCommand(
  command: ExperimentCommand,
  onText: (text: string) => void,
  onProgress: (text: string) => void,
): Promise<ExperimentSummary> {
  const choices: Choice[] = [];
  const cells: Record<ExperimentTask, CellResult[]> = { 'rating-prediction': [], 'direct-recommendation': [] };
  const hear = (message: ExperimentMessage): void => {
    if (message.type === 'progress') onProgress(message.text);
    if (message.type === 'choice') choices.push(message.choice);
    if (message.type === 'cells') for (const one of message.cells) cells[message.task].push(one);
  };
  await share(
    command,
    command.tasks.map((task) => ({ type: 'choose', task })),
    hear,
  );
  const jobs = choices.flatMap(({ task, temperature }) =>
    Array.from(
      { length: command.seeds },
      (_, at) => ({ type: 'measure', task, temperature, seed: at + 1, presets: command.presets }) as const,
    ),
  );
  await share(command, jobs, hear);
  const lines = command.tasks.flatMap((task) => {
    const sorted = cells[task].toSorted((a, b) => a.seed - b.seed);
    const own = linesOf(task, sorted);
    onText(tablesOf(task, own));
    return own;
  });
  return { seeds: command.seeds, choices: choices.toSorted((a, b) => (a.task < b.task ? 1 : -1)), lines };
}
