/** @file Branching off from a run that was saved, and holding two saved runs against each other. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LabError } from '../core/errors.ts';
import type { StateEdit } from '../core/fork.ts';
import type { RunSpec } from '../core/run.ts';
import { traceDifference, type NodeDifference } from '../trace/trace-difference.ts';
import { readTrace } from '../trace/foreign/read-trace.ts';
import type { TraceEvent } from '../core/trace.ts';
import { createFork } from '../lab/run/fork/create-fork.ts';
import { inFile, readSpec } from './spec-file.ts';
import { say } from './terminal.ts';

/** Reads a trace, also one that was cut off, and says so. @throws LabError `spec-invalid`, `trace-damaged` naming the line */
export function readTraceFile(path: string): readonly TraceEvent[] {
  if (!existsSync(path)) throw new LabError('spec-invalid', `${path} cannot be read; give the path of a trace.`);
  const text = readFileSync(path, 'utf8');
  const events = inFile(path, () => readTrace(text, { partial: true }));
  if (text.trimEnd().split('\n').length > events.length)
    say(`${path}: line ${events.length + 1} is cut off; what is before it is taken.`);
  return events;
}

/** @param edit JSON, or the path of a file with it; null for none */
function readEdit(edit: string | null): StateEdit {
  if (edit === null) return {};
  if (!edit.trimStart().startsWith('{')) return inFile(edit, () => readSpec(edit)) as StateEdit;
  try {
    return JSON.parse(edit) as StateEdit;
  } catch (cause) {
    throw new LabError('spec-invalid', `--edit is not JSON: ${(cause as Error).message}.`, null, { cause });
  }
}

/** The spec of a saved run as a fork from one of its states. */
export function forkFile(path: string, node: string, edit: string | null): RunSpec {
  return createFork(readTraceFile(path), { run: basename(path, '.jsonl'), node, edit: readEdit(edit) });
}

export interface RunDifference {
  readonly same: boolean;
  readonly first: { readonly left: TraceEvent | null; readonly right: TraceEvent | null } | null;
  readonly nodes: readonly Pick<NodeDifference, 'node' | 'status' | 'parts'>[];
}

export function diffFiles(left: string, right: string): RunDifference {
  const { nodes, first } = traceDifference(readTraceFile(left), readTraceFile(right));
  const different = nodes.filter(({ status }) => status !== 'same');
  return {
    same: first === null,
    first,
    nodes: different.map(({ node, status, parts }) => ({ node, status, parts })),
  };
}
