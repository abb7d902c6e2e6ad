/** @file Traces as JSON Lines: one event a line, as the lab writes them, opens them again and lets people read them. */
import { isJsonObject, parsedJson } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Fault, LineFormat } from '../core/json-lines.ts';
import type { EventBody, TraceEvent } from '../core/trace.ts';

type FieldKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'object or null' | 'any';

/** What readers of a trace rely on, by event. */
const FIELDS: { readonly [Type in EventBody['type']]: Readonly<Record<string, FieldKind>> } = {
  'run-start': { spec: 'any', dataset: 'object or null', model: 'string', tasks: 'number' },
  'node-start': { parent: 'any', kind: 'string', label: 'string', detail: 'object or null' },
  'node-end': { status: 'string', result: 'object or null' },
  'state-edit': { part: 'string', before: 'any', after: 'any' },
  'node-prune': { reason: 'string' },
  'model-call': {
    model: 'string',
    purpose: 'string',
    messages: 'array',
    seed: 'number',
    temperature: 'number',
    maxTokens: 'number',
    responseSchema: 'any',
  },
  'text-delta': { call: 'number', delta: 'string' },
  'thought-delta': { call: 'number', delta: 'string' },
  'call-wait': { call: 'number', milliseconds: 'number', reason: 'string' },
  'model-result': { call: 'number', finishReason: 'string', usage: 'object' },
  'reply-check': { call: 'number', status: 'string', problem: 'any' },
  'tool-call': { tool: 'string', arguments: 'any' },
  'tool-result': { call: 'number', observation: 'string', failed: 'boolean', detail: 'any' },
  'bus-change': { call: 'number', before: 'number', after: 'number', cutFrom: 'any', items: 'any' },
  'vote-result': { candidates: 'array', votes: 'array', chosen: 'string' },
  'token-check': { tokens: 'number', limit: 'number', fits: 'boolean' },
  'environment-step': {
    user: 'number',
    item: 'number',
    told: 'array',
    reply: 'object',
    rating: 'number',
    reward: 'number',
  },
  'training-round': { steps: 'number', meanReward: 'number' },
  'page-view': { page: 'number', shown: 'array', patience: 'number' },
  'session-end': { leaving: 'string', comesBack: 'number' },
  'evaluate-result': { verdict: 'string', reason: 'string' },
  'inspire-result': { explore: 'boolean', reason: 'string' },
  'value-result': { value: 'number', reason: 'string' },
  'value-update': { iteration: 'number', visits: 'number', value: 'number' },
  'reflection-result': { reflection: 'string' },
  answer: { from: 'string', states: 'array', recommendation: 'object', reason: 'string' },
  truth: { truth: 'object' },
  metric: { from: 'string', name: 'string', value: 'number' },
  error: { error: 'object' },
  'run-end': { outcome: 'string', summary: 'object or null' },
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

function lineProblem(json: unknown, index: number): string | null {
  if (!isJsonObject(json)) return 'it is no event';
  const { type, seq, time, node } = json;
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return `its type ${JSON.stringify(type)} is unknown`;
  if (seq !== index) return `its seq is ${JSON.stringify(seq)} where ${index} should follow`;
  if (typeof time !== 'number' || !Number.isFinite(time)) return 'its time is not a number';
  if (typeof node !== 'string' || !NODE.test(node)) return `its node ${JSON.stringify(node)} is no path`;
  if (index === 0 && type !== 'run-start') return 'a trace begins with run-start';
  const fields = Object.entries(FIELDS[type as EventBody['type']]);
  const wrong = fields.find(([name, kind]) => !isOfKind(json[name], kind));
  return wrong === undefined ? null : `its ${wrong[0]} is missing or of the wrong kind`;
}

function isOfKind(value: unknown, kind: FieldKind): boolean {
  if (kind === 'any') return value !== undefined;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object or null') return value === null || isJsonObject(value);
  if (kind === 'object') return isJsonObject(value);
  return typeof value === kind;
}

const damaged = (line: number, problem: string): LabError =>
  new LabError('trace-damaged', `The trace is damaged in line ${line}: ${problem}. Open the file as it was saved.`, {
    line,
    problem,
  });
