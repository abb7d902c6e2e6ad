/** @file Traces from outside: every event is held against its shape and those before, so that readers may believe it. */
import { LabError } from '../../core/errors.ts';
import { parseTrace } from '../trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { valueAt } from '../../core/json.ts';
import { issueSentence, shown } from '../issue-sentence.ts';
import { shapeOfEvent } from './shapes.ts';

/** Values in events of the lab are a few levels deep; what reads them goes down by calls within calls. */
const DEEPEST = 64;
/** In milliseconds: a century. */
const LONGEST_RUN = 100 * 365.25 * 86_400_000;

/** @throws LabError `trace-damaged` naming the line and what is wrong there */
export function readTrace(text: string, options: { readonly partial?: boolean } = {}): TraceEvent[] {
  const events = parseTrace(text, options);
  const begun = new Set(['']);
  for (const event of events) {
    const problem = depthOf(event) ?? shapeOf(event) ?? placeOf(event, begun);
    if (problem === null) continue;
    throw new LabError(
      'trace-damaged',
      `The trace is damaged in line ${event.seq + 1} (${event.type}): ${problem}. Open the file as it was saved.`,
      { line: event.seq + 1, problem },
    );
  }
  return events;
}

function depthOf(event: TraceEvent): string | null {
  let level: unknown[] = [event];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return `values in it are nested deeper than ${DEEPEST} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) next.push(part);
    }
    level = next;
  }
  return null;
}

function shapeOf(event: TraceEvent): string | null {
  const [issue] = shapeOfEvent(event.type).safeParse(event).error?.issues ?? [];
  if (issue === undefined) return null;
  const what = String(issue.path.at(-1) ?? 'value');
  return `${issue.path.join('.')} ${issueSentence(issue, valueAt(event, issue.path), what, 'member')}`;
}

function placeOf(event: TraceEvent, begun: Set<string>): string | null {
  if (event.time < 0 || event.time > LONGEST_RUN) return `its time ${shown(event.time)} is in no run`;
  if (event.type !== 'node-start') {
    return begun.has(event.node) ? null : `the node ${event.node} has not begun`;
  }
  if (begun.has(event.node)) return `the node ${event.node || 'of the run'} begins a second time`;
  // What has begun before cannot have grown from this one, so that no parent is below its child.
  if (event.parent !== null && (event.parent === '' || !begun.has(event.parent)))
    return `its parent ${shown(event.parent)} has not begun`;
  if (event.parent === null && event.kind === 'state') return 'a state has no parent';
  begun.add(event.node);
  return null;
}
