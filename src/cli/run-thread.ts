/** @file The thread that a run runs in, so that the terminal can stop it. */
import { openEventFile, inFile, readSpec } from './spec-file.ts';
import { workerData } from 'node:worker_threads';
import { now } from '../core/clock.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import { taskOf } from '../core/node-data.ts';
import type { Task } from '../core/task.ts';
import type { TraceEvent } from '../core/trace.ts';
import { questionText, truthInWords } from '../trace/answer-words.ts';
import { answerIn } from '../trace/guide-words.ts';
import { run } from '../lab/run/run.ts';
import { parseRunSpec } from '../lab/run/run-spec.ts';
import type { Command } from './command.ts';
import { folderFileStore } from './folder-file-store.ts';
import { openSpec } from './open-session.ts';
import { inThread, tellParent, tellProgress } from './start-thread.ts';

export interface RunThreadData {
  readonly command: Extract<Command, { readonly type: 'run' }>;
}

/** `error` is what ended the run before its tasks were done. */
export interface RunEnd {
  readonly summary: RunSummary | null;
  readonly error: LabErrorData | null;
}

/** Of so many tasks it is told what was asked, answered and true. */
const TOLD = 5;

function createTaskTeller(): (event: TraceEvent) => void {
  let task: Task | null = null;
  let [answer, truth] = ['', ''];
  return (event) => {
    if (event.type === 'node-start' && event.kind === 'task') [task, answer, truth] = [taskOf(event), '', ''];
    if (event.type === 'answer' && event.from === 'kept') answer = ` Answer: ${answerIn(event.recommendation, task)}.`;
    if (event.type === 'truth') truth = ` ${truthInWords(event.truth, task?.user.name)}.`;
    if (event.type !== 'node-end' || event.node.includes('.')) return;
    const number = Number(event.node) + 1;
    const words = task === null || number > TOLD ? '' : `. ${questionText(task)}${answer}${truth}`;
    tellProgress(`Task ${number}: ${event.status}${words}`);
  };
}

async function runSpec({ command }: RunThreadData, signal: AbortSignal): Promise<void> {
  const spec = inFile(command.spec, () => parseRunSpec(readSpec(command.spec)));
  const { recommender } = spec;
  if (recommender.name === 'recmind' && recommender.options.actions === 'offered')
    tellProgress(
      'The model chooses among actions; with "actions": "free" it writes questions and SQL, as in the paper.',
    );
  const { examplesFrom } = spec.tasks.options;
  const others = examplesFrom ? [examplesFrom] : [];
  const session = await openSpec(spec, others, command, signal, tellProgress);
  const output = openEventFile(command.events);
  let error: LabErrorData | null = null;
  const tellTask = createTaskTeller();
  const write = (event: TraceEvent): void => {
    output.write(event);
    if (event.type === 'error' && event.node === '') error = event.error;
    tellTask(event);
  };
  try {
    const about = { ...spec, dataset: { ...spec.dataset, name: session.dataset.manifest.name } };
    const files = folderFileStore(command.files);
    const host = { ...session, now, write, signal, files, parent: () => Promise.resolve(null) };
    const summary = await run(about, host);
    tellParent<RunEnd>({ summary, error });
    const unwritten = output.close();
    if (unwritten !== null) throw unwritten;
  } finally {
    output.close();
    session.close();
  }
}

inThread((signal) => runSpec(workerData as RunThreadData, signal));
