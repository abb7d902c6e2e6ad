#!/usr/bin/env node
/** @file The lab in a terminal. Exit codes: 0 done, 1 the run failed or was stopped, 2 bad input. */
import { LabError, toLabError, type LabErrorCode, type LabErrorData } from '../core/errors.ts';
import { profileOf } from '../data/profile.ts';
import { ablateCommand } from './ablate-command.ts';
import { talkCommand } from './chat/chat-command.ts';
import { COMMANDS, parseCommand, type Command } from './command.ts';
import { importFile } from './datasets.ts';
import { evaluateCommand, mergeCommand } from './evaluate/evaluate-command.ts';
import { exportRows } from './export-command.ts';
import { diffFiles, forkFile, readTraceFile } from './fork-command.ts';
import { helpOf } from './help.ts';
import { openLink, linkFile, openLine } from './notebook/link.ts';
import { reproduceCommand, isFolder, reproduceFolder } from './notebook/reproduce.ts';
import { figuresOfRaters } from './paper-figures.ts';
import { peopleCommand } from './people-command.ts';
import { rateFile } from './rate-command.ts';
import { scoreFile } from './score.ts';
import { serveCommand } from './serve/serve-site.ts';
import { print, say, sayJson, sayText, showProgress, showText } from './terminal.ts';
import { trainCommand } from './train-command.ts';
import { writeFileSync, appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/service.ts';
import type { RunSummary } from '../core/run.ts';
import { formatTrace, parseTrace } from '../trace/trace-file.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { RunThreadMessage } from './run-thread.ts';
import { runThread } from './start-thread.ts';

interface RunEnd {
  readonly summary: RunSummary | null;
  readonly error: LabErrorData | null;
}

const THREAD = new URL('./run-thread.ts', import.meta.url).href;

/** Runs a spec. The first interrupt stops the run softly, with a whole trace; the second ends its thread. */
async function runCommand(
  command: Extract<Command, { readonly type: 'run' }>,
  onProgress: (text: string) => void,
): Promise<RunEnd> {
  const told: RunEnd[] = [];
  const ended = await runThread<RunThreadMessage>(THREAD, { command }, (message) => {
    if (message.type === 'progress') onProgress(message.text);
    else told.push(message);
  });
  const lost = new LabError('worker-died', 'The thread of the run ended.').toData();
  const end = told[0] ?? { summary: null, error: ended ?? lost };
  if (end.summary === null && end.error !== null && command.events !== null) closeTrace(command.events, end.error);
  return end;
}

/** Ends the trace of a run whose thread was ended, so that it can be opened like any other. */
function closeTrace(path: string, error: LabErrorData): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
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
  appendFileSync(path, `${text.endsWith('\n') ? '' : '\n'}${formatTrace(closing)}`);
}

interface ExportedRun {
  readonly file: string;
  readonly events: number;
}

function exportRun(run: string, to: string): ExportedRun {
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  writeFileSync(to, runFile(events, format.extension, basename(run, '.jsonl')));
  return { file: to, events: events.length };
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

async function runImport({ file, format, columns }: Extract<Command, { readonly type: 'import' }>): Promise<number> {
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
  print({ name, ...counts, ...readFrom, rejected, cleaned, equalTimes: profileOf(dataset).equalTimes, sha256 });
  return 0;
}

async function runRun(command: Extract<Command, { readonly type: 'run' }>): Promise<number> {
  const { summary, error } = await runCommand(command, showProgress);
  if (error !== null && (summary === null || BAD_INPUT.has(error.code))) throw LabError.fromData(error);
  if (error !== null) say(error.message);
  // What ended the run is counted among no task's failures.
  print(error === null ? summary : { ...summary, error });
  return summary?.outcome === 'done' ? 0 : 1;
}

async function runEvaluate(command: Extract<Command, { readonly type: 'evaluate' | 'merge' }>): Promise<number> {
  const summary =
    command.type === 'merge'
      ? await mergeCommand(command, showText)
      : await evaluateCommand(command, showText, showProgress);
  const { error, outcome } = summary;
  if (error !== null) say(error.message);
  print(summary);
  return outcome === 'done' || (outcome === 'incomplete' && command.type === 'evaluate') ? 0 : 1;
}

async function runOpen({ link }: Extract<Command, { readonly type: 'open' }>): Promise<number> {
  if (link !== '-') {
    print(openLink(link));
    return 0;
  }
  for await (const line of createInterface({ input: process.stdin })) print(openLine(line));
  return 0;
}

async function runReproduce(command: Extract<Command, { readonly type: 'reproduce' }>): Promise<number> {
  const reproduction = isFolder(command.notebook)
    ? await reproduceFolder(command, print, showProgress)
    : await reproduceCommand(command, showProgress);
  print(reproduction);
  return reproduction.outcome === 'different' ? 1 : 0;
}

function runDiff(left: string, right: string): number {
  const difference = diffFiles(left, right);
  print(difference);
  return difference.same ? 0 : 1;
}

async function runSimulation(
  command: Extract<Command, { readonly type: 'ratings' | 'training' | 'people' | 'rater-test' }>,
): Promise<number> {
  if (command.type === 'ratings') {
    const summary = await rateFile(command, print, showProgress);
    sayJson(summary);
    return 0;
  }
  if (command.type === 'training') {
    const { tables, summary } = await trainCommand(command, showProgress);
    showText(tables);
    const failed = summary.trained.flatMap(({ policy, seed, error }) =>
      error === null ? [] : [{ policy, seed, error }],
    );
    for (const { policy, seed, error } of failed) say(`${policy}, seed ${seed}: ${error.message}`);
    print(summary);
    return failed.length === 0 ? 0 : 1;
  }
  if (command.type === 'people') {
    print(await peopleCommand(command, showProgress));
    return 0;
  }
  const scores = await ablateCommand(command, showProgress);
  if (command.suber !== null && command.share === 1) sayText(`${await figuresOfRaters(command)}\n`);
  print(scores);
  return 0;
}

function sayAddress(url: string): void {
  say(`Espalier is at ${url}. Stop it with Ctrl+C.`);
  print({ url });
}

async function talk(
  command: Extract<Command, { readonly type: 'conversation' | 'simulated-conversations' }>,
): Promise<number> {
  const summary = await talkCommand(command, { line: print, table: showText, progress: showProgress });
  if (command.type === 'conversation') sayJson(summary);
  else print(summary);
  return 0;
}

function fail(error: LabErrorData): number {
  say(error.message);
  print({ error });
  return BAD_INPUT.has(error.code) ? 2 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    if (command.type === 'help') {
      sayText(helpOf(command.about));
      print({ commands: COMMANDS });
      return 0;
    }
    if (command.type === 'serve') {
      await serveCommand(command, sayAddress);
      return 0;
    }
    if (command.type === 'score') {
      print(await scoreFile(command.kind, command.file));
      return 0;
    }
    if (
      command.type === 'ratings' ||
      command.type === 'training' ||
      command.type === 'people' ||
      command.type === 'rater-test'
    )
      return await runSimulation(command);
    if (command.type === 'evaluate' || command.type === 'merge') return await runEvaluate(command);
    if (command.type === 'export') {
      print(await exportRows(command, showProgress));
      return 0;
    }
    if (command.type === 'conversation' || command.type === 'simulated-conversations') return await talk(command);
    if (command.type === 'link') {
      print(await linkFile(command.notebook, command.base));
      return 0;
    }
    if (command.type === 'export-run') {
      print(exportRun(command.run, command.to));
      return 0;
    }
    if (command.type === 'fork') {
      print(forkFile(command.run, command.node, command.edit));
      return 0;
    }
    if (command.type === 'diff') return runDiff(command.left, command.right);
    if (command.type === 'open') return await runOpen(command);
    if (command.type === 'reproduce') return await runReproduce(command);
    return command.type === 'run' ? await runRun(command) : await runImport(command);
  } catch (thrown) {
    return fail(toLabError(thrown).toData());
  }
}

process.exitCode = await main(process.argv.slice(2));
