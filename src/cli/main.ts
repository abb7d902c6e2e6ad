#!/usr/bin/env node
/** @file The lab in a terminal. Exit codes: 0 done, 1 the run failed or was stopped, 2 bad input. */
import { LabError, toLabError, type LabErrorCode, type LabErrorData } from '../core/errors.ts';
import { profileOf } from '../data/profile.ts';
import { COMMANDS, parseCommand, type Command } from './command.ts';
import { importFile } from './datasets.ts';
import { evaluateCommand, joinCommand, type EvaluationSummary } from './evaluate/evaluate-command.ts';
import { helpOf } from './help.ts';
import { openLink, linkFile } from './notebook/link.ts';
import { reproduceCommand, isFolder, reproduceFolder } from './notebook/reproduce.ts';
import { appVersion } from './package-files.ts';
import { peopleCommand } from './people-command.ts';
import { serveCommand } from './serve/serve-site.ts';
import { print, say, sayText, showProgress, showText } from './terminal.ts';
import { trainCommand } from './train-command.ts';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/service.ts';
import { readTrace } from '../trace/foreign/read-trace.ts';
import { inFile } from './spec-file.ts';
import { formatTrace, parseTrace } from '../trace/trace-file.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { RunEnd } from './run-thread.ts';
import { runThread } from './start-thread.ts';
import { dropPart, partOf, writeWhole } from './whole-file.ts';

const THREAD = new URL('./run-thread.ts', import.meta.url).href;

/** Runs a spec. The first interrupt stops the run softly, with a whole trace; the second ends its thread. */
async function runCommand(
  command: Extract<Command, { readonly type: 'run' }>,
  onProgress: (text: string) => void,
): Promise<RunEnd> {
  if (command.events !== null) dropPart(command.events);
  const told: RunEnd[] = [];
  const ended = await runThread<RunEnd>(THREAD, { command }, onProgress, (end) => told.push(end));
  const lost = new LabError('worker-died', 'The thread of the run ended.').toData();
  const [whole] = told;
  const end = whole ? { ...whole, error: whole.error ?? ended } : { summary: null, error: ended ?? lost };
  if (end.summary === null && end.error !== null && command.events !== null) closeTrace(command.events, end.error);
  return end;
}

/** Ends the trace of a run whose thread was ended, so that it can be opened like any other. */
function closeTrace(path: string, error: LabErrorData): void {
  const written = [partOf(path), path].find((file) => existsSync(file));
  const text = written === undefined ? '' : readFileSync(written, 'utf8');
  if (text === '') return;
  const events = parseTrace(text, { partial: true });
  const last = events.at(-1);
  if (last === undefined || last.type === 'run-end') return;
  const at = { time: last.time, node: '' };
  const outcome = error.code === 'aborted' ? 'aborted' : 'failed';
  const closing: TraceEvent[] = [
    { seq: events.length, ...at, type: 'error', error },
    { seq: events.length + 1, ...at, type: 'run-end', outcome, summary: null },
  ];
  writeWhole(path, formatTrace([...events, ...closing]));
}

const BAD_INPUT: ReadonlySet<LabErrorCode> = new Set([
  'spec-invalid',
  'name-unknown',
  'file-empty',
  'file-not-zip',
  'file-truncated',
  'file-too-large',
  'file-format-unknown',
  'file-member-missing',
  'file-damaged',
  'file-invalid',
  'task-impossible',
  'trace-damaged',
]);

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

async function runImport({ file, format, columns }: Of<'import'>): Promise<number> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const dataset = await importFile(file, {
    signal: controller.signal,
    onProgress: ({ phase }) => showProgress(phase),
    ...(format !== null && { format }),
    ...(columns !== null && { columns }),
  });
  const { manifest, rejectedCounts: rejected, cleanedCounts: cleaned = {}, readFrom } = dataset;
  const { counts, sha256, name } = manifest;
  return printed({
    name,
    ...counts,
    ...readFrom,
    rejected,
    cleaned,
    equalTimes: profileOf(dataset).equalTimes,
    sha256,
  });
}

async function runRun(command: Of<'run'>): Promise<number> {
  const { summary, error } = await runCommand(command, showProgress);
  if (error !== null && (summary === null || BAD_INPUT.has(error.code))) throw LabError.fromData(error);
  if (error !== null) say(error.message);
  // What ended the run is counted among no task's failures.
  return printed(error === null ? summary : { ...summary, error }, error === null && summary?.outcome === 'done');
}

function sayEvaluation(summary: EvaluationSummary, isWholeEnough: boolean): number {
  if (summary.error !== null) say(summary.error.message);
  return printed(summary, summary.outcome === 'done' || isWholeEnough);
}

async function runReproduce(command: Of<'reproduce'>): Promise<number> {
  const reproduction = isFolder(command.notebook)
    ? await reproduceFolder(command, print, showProgress)
    : await reproduceCommand(command, showProgress);
  return printed(reproduction, reproduction.outcome !== 'different');
}

async function runTraining(command: Of<'training'>): Promise<number> {
  const { tables, summary } = await trainCommand(command, showProgress);
  showText(tables);
  const failed = summary.trained.filter(({ error }) => error !== null);
  for (const { policy, seed, error } of failed) say(`${policy}, seed ${seed}: ${error?.message ?? ''}`);
  return printed(summary, failed.length === 0);
}

/** Reads a trace, also one that was cut off, and says so. @throws LabError `spec-invalid`, `trace-damaged` naming the line */
function readTraceFile(path: string): readonly TraceEvent[] {
  if (!existsSync(path)) throw new LabError('spec-invalid', `${path} cannot be read; give the path of a trace.`);
  const text = readFileSync(path, 'utf8');
  const events = inFile(path, () => readTrace(text, { partial: true }));
  if (text.trimEnd().split('\n').length > events.length)
    say(`${path}: line ${events.length + 1} is cut off; what is before it is taken.`);
  return events;
}

function exportRun(run: string, to: string): { readonly file: string; readonly events: number } {
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  writeWhole(to, runFile(events, format.extension, basename(run, '.jsonl')));
  return { file: to, events: events.length };
}

async function runServe(command: Of<'serve'>): Promise<number> {
  await serveCommand(command, (url) => {
    say(`Espalier is at ${url}. Stop it with Ctrl+C.`);
    print({ url });
  });
  return 0;
}

function runHelp({ about }: Of<'help'>): number {
  sayText(helpOf(about));
  return printed({ commands: COMMANDS });
}

/** Prints the last line. @returns the exit code */
function printed(summary: unknown, isDone = true): number {
  print(summary);
  return isDone ? 0 : 1;
}

/** What each command does. @returns its exit code */
const RUNS: { readonly [Type in Command['type']]: (command: Of<Type>) => number | Promise<number> } = {
  help: runHelp,
  version: () => printed({ version: appVersion() }),
  serve: runServe,
  import: runImport,
  run: runRun,
  evaluate: async (command) => {
    const summary = await evaluateCommand(command, showText, showProgress);
    return sayEvaluation(summary, summary.outcome === 'incomplete');
  },
  join: async (command) => sayEvaluation(await joinCommand(command, showText), false),
  training: runTraining,
  people: async (command) => printed(await peopleCommand(command, showProgress)),
  export: ({ run, to }) => printed(exportRun(run, to)),
  link: async ({ notebook, base }) => printed(await linkFile(notebook, base)),
  open: ({ link }) => printed(openLink(link)),
  reproduce: runReproduce,
};

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    return await (RUNS[command.type] as (command: Command) => number | Promise<number>)(command);
  } catch (thrown) {
    const error = toLabError(thrown).toData();
    say(error.message);
    print({ error });
    return BAD_INPUT.has(error.code) ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
