/** @file Traces as JSON Lines: one event a line, as the lab writes them, opens them again and lets people read them. */
import { isJsonObject, parsedJson } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Fault, LineFormat } from '../core/json-lines.ts';
import type { EventBody, TraceEvent } from '../core/trace.ts';

/** What an event has by its type. */
const MEMBERS: { readonly [Type in EventBody['type']]: string } = {
  'run-start': 'spec dataset model tasks',
  'node-start': 'parent kind label detail',
  'node-end': 'status result',
  'state-edit': 'part before after',
  'node-prune': 'reason',
  'model-call': 'model purpose messages seed temperature maxTokens responseSchema',
  'text-delta': 'call delta',
  'thought-delta': 'call delta',
  'call-wait': 'call milliseconds reason',
  'model-result': 'call finishReason usage',
  'reply-check': 'call status problem',
  'tool-call': 'tool arguments',
  'tool-result': 'call observation failed detail',
  'bus-change': 'call before after cutFrom items',
  'vote-result': 'candidates votes chosen',
  'token-check': 'tokens limit fits',
  'environment-step': 'user item told reply rating reward',
  'training-round': 'steps meanReward',
  'page-view': 'page shown patience',
  'session-end': 'leaving comesBack',
  'evaluate-result': 'verdict reason',
  'inspire-result': 'explore reason',
  'value-result': 'value reason',
  'value-update': 'iteration visits value',
  'reflection-result': 'reflection',
  answer: 'from states recommendation reason',
  truth: 'truth',
  metric: 'from name value',
  error: 'error',
  'run-end': 'outcome summary',
};

export const TRACE_LINES: LineFormat<TraceEvent> = {
  textOf: (event) => JSON.stringify(event),
  lineProblem,
  standsAlone: false,
};

export interface KeptTrace {
  readonly events: readonly TraceEvent[];
  readonly fault: Fault | null;
}

/** For a part that may not have been begun. @throws what is thrown otherwise */
export function unlessBegun(thrown: unknown): KeptTrace {
  if (thrown instanceof LabError && thrown.code === 'name-unknown') return { events: [], fault: null };
  throw thrown;
}

const NODE = /^(\d+(\.\d+)*)?$/;

export function formatTrace(events: readonly TraceEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** @param options.partial true leaves out a last line that was cut off @throws LabError `trace-damaged` */
export function parseTrace(text: string, options: { readonly partial?: boolean } = {}): TraceEvent[] {
  const lines = text.split('\n');
  if (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length === 0) throw damaged(1, 'the file is empty');
  const events: TraceEvent[] = [];
  for (const [index, line] of lines.entries()) {
    const json = parsedJson(line);
    if (json === undefined) {
      if (options.partial === true && index > 0 && index === lines.length - 1) return events;
      throw damaged(index + 1, 'it is not JSON');
    }
    const problem = lineProblem(json, index);
    if (problem !== null) throw damaged(index + 1, problem);
    events.push(json as TraceEvent);
  }
  return events;
}

/** Values in events of the lab are a few levels deep; what reads them goes down by calls within calls. */
const DEEPEST = 64;

/** A trace from outside: no event stands where none can. @throws LabError `trace-damaged` naming the line and what is wrong there */
export function readTrace(text: string, options: { readonly partial?: boolean } = {}): TraceEvent[] {
  const events = parseTrace(text, options);
  const begun = new Set(['']);
  for (const event of events) {
    const problem = isTooDeep(event) ? `values in it are nested deeper than ${DEEPEST} levels` : placeOf(event, begun);
    if (problem !== null) throw damaged(event.seq + 1, problem);
  }
  return events;
}

function isTooDeep(event: TraceEvent): boolean {
  let level: readonly object[] = [event];
  for (let depth = 0; level.length > 0 && depth <= DEEPEST; depth += 1)
    level = level.flatMap((value) =>
      Object.values(value).filter((part: unknown): part is object => typeof part === 'object' && part !== null),
    );
  return level.length > 0;
}

function placeOf(event: TraceEvent, begun: Set<string>): string | null {
  const { node } = event;
  if (event.type !== 'node-start') return begun.has(node) ? null : `the node ${node} has not begun`;
  if (begun.has(node)) return `the node ${node || 'of the run'} begins a second time`;
  // What has begun before cannot have grown from this one, so that no parent is below its child.
  if (event.parent !== null && (event.parent === '' || !begun.has(event.parent)))
    return `its parent ${JSON.stringify(event.parent)} has not begun`;
  if (event.parent === null && event.kind === 'state') return 'a state has no parent';
  begun.add(node);
  return null;
}

function lineProblem(json: unknown, index: number): string | null {
  if (!isJsonObject(json)) return 'it is no event';
  const { type, seq, time, node } = json;
  if (typeof type !== 'string' || !Object.hasOwn(MEMBERS, type)) return `its type ${JSON.stringify(type)} is unknown`;
  if (seq !== index) return `its seq is ${JSON.stringify(seq)} where ${index} should follow`;
  if (typeof time !== 'number' || !Number.isFinite(time)) return 'its time is not a number';
  if (typeof node !== 'string' || !NODE.test(node)) return `its node ${JSON.stringify(node)} is no path`;
  if (index === 0 && type !== 'run-start') return 'a trace begins with run-start';
  const missing = MEMBERS[type as EventBody['type']].split(' ').find((name) => json[name] === undefined);
  return missing === undefined ? null : `its ${missing} is missing`;
}

const damaged = (line: number, problem: string): LabError =>
  new LabError('trace-damaged', `The trace is damaged in line ${line}: ${problem}. Open the file as it was saved.`, {
    line,
    problem,
  });
