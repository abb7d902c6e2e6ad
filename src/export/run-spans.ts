/**
 * @file A run as OpenTelemetry spans in OTLP's JSON (opentelemetry-proto 1.x), by the semantic conventions for generative AI
 * (1.41: `invoke_agent`, `chat`, `execute_tool`), so that it opens in Jaeger and its like. The conventions are under development;
 * what they have no name for is under `espalier.`.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { actionInWords, agentCall, replyOf } from '../trace/agent-words.ts';
import type { Json } from '../core/json.ts';
import { traceTree, type CallRecord, type ToolRecord, type TraceNode, type TraceTree } from '../trace/trace-tree.ts';
import type { TraceEvent } from '../core/trace.ts';

type Value = string | number | boolean | readonly string[];

interface Span {
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: 1 | 3;
  /** The key of the span, and of the one it is in; null for the root. */
  readonly key: string;
  readonly parent: string | null;
  /** Milliseconds since the run began. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, Value | undefined>>;
  readonly error?: string | undefined;
}

function valueOf(value: Value): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map(valueOf) } };
  // 64-bit integers are strings in OTLP's JSON.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const attributesOf = (attributes: Span['attributes']): Json =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]));

const text = (content: string) => ({ type: 'text', content });

function chat({ event, reply, result, check }: CallRecord): Span {
  const input = event.messages.map(({ role, content }) => ({ role, parts: [text(content)] }));
  const output = [{ role: 'assistant', parts: [text(reply)], finish_reason: result?.finishReason ?? 'error' }];
  return {
    name: `chat ${event.model}`,
    kind: 3,
    key: `call ${String(event.seq)}`,
    parent: event.node,
    start: event.time,
    end: result?.time ?? event.time,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': event.provenance?.engine ?? event.model.split('/')[0] ?? event.model,
      'gen_ai.request.model': event.model,
      'gen_ai.response.model': event.provenance?.model,
      'gen_ai.request.seed': event.seed,
      'gen_ai.request.temperature': event.temperature,
      'gen_ai.request.max_tokens': event.maxTokens,
      'gen_ai.output.type': event.responseSchema === null ? 'text' : 'json',
      'gen_ai.usage.input_tokens': result?.usage.inputTokens,
      'gen_ai.usage.output_tokens': result?.usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': result?.usage.cachedTokens,
      'gen_ai.response.finish_reasons': result === null ? undefined : [result.finishReason],
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify(output),
      'espalier.purpose': event.purpose,
      'espalier.reply': check?.status,
    },
    error: result === null ? 'no result' : undefined,
  };
}

const toolUse = ({ event, result }: ToolRecord): Span => ({
  name: `execute_tool ${event.tool}`,
  kind: 1,
  key: `tool ${String(event.seq)}`,
  parent: event.node,
  start: event.time,
  end: result?.time ?? event.time,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': event.tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': String(event.seq),
    'gen_ai.tool.call.arguments': JSON.stringify(event.arguments),
    'gen_ai.tool.call.result': result === null ? undefined : JSON.stringify(result.observation),
  },
  error: result?.failed === true ? result.observation : undefined,
});

function nodeSpan(node: TraceNode, last: number): Span {
  // Judgements of a state come after its end, and stand at its node.
  const calls = [...node.calls, ...node.tools].map(({ result, event }) => result?.time ?? event.time);
  const ends = [node.end?.time ?? last, ...calls, ...node.children.map((child) => child.end?.time ?? last)];
  const { state } = node;
  return {
    name: node.kind === 'state' ? `state ${node.id}` : `invoke_agent ${node.label}`,
    kind: 1,
    key: node.id,
    parent: node.parent?.id ?? '',
    start: node.start.time,
    end: ends.reduce((latest, time) => Math.max(latest, time)),
    attributes: {
      ...invocation(node),
      'espalier.node': node.id,
      'espalier.label': node.label,
      'espalier.thought': state?.thought,
      'espalier.action': state === null || state.action === null ? undefined : actionInWords(state),
      'espalier.observation': state?.observation,
      'espalier.pruned': node.prune?.reason,
      'espalier.edited_by_hand': node.edits.length > 0 ? true : undefined,
    },
    error: node.errors[0]?.error.message ?? (node.end?.status === 'failed' ? failure(node) : undefined),
  };
}

const failure = (node: TraceNode): string => replyOf(node) ?? 'failed';

/** A task is given to the lab as a whole; an agent gets a message from another one. */
function invocation(node: TraceNode): Span['attributes'] {
  if (node.kind === 'state') return {};
  const operation = { 'gen_ai.operation.name': 'invoke_agent' };
  if (node.kind === 'task') return { ...operation, 'gen_ai.agent.name': 'espalier' };
  const { from, message, round } = agentCall(node.detail);
  const reply = replyOf(node);
  const finish_reason = node.end?.status === 'done' ? 'stop' : 'error';
  return {
    ...operation,
    'gen_ai.agent.name': node.label,
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [text(message)] }]),
    'gen_ai.output.messages':
      reply === null ? undefined : JSON.stringify([{ role: 'assistant', parts: [text(reply)], finish_reason }]),
    'espalier.asked_by': from,
    'espalier.attempt': round > 0 ? round : undefined,
  };
}

function root(tree: TraceTree, last: number): Span {
  const { start, end, runErrors } = tree;
  return {
    name: 'run',
    kind: 1,
    key: '',
    parent: null,
    start: 0,
    end: last,
    attributes: {
      'espalier.spec': start === null ? undefined : JSON.stringify(start.spec),
      'espalier.outcome': end?.outcome,
      'gen_ai.request.model': start?.model,
    },
    error: runErrors[0]?.error.message ?? (end?.outcome === 'failed' ? 'failed' : undefined),
  };
}

/**
 * @param startedAt when the run began, in milliseconds since 1970; a trace itself has only the times since then
 * @returns an `ExportTraceServiceRequest`, as OTLP collectors take it and files of it are read
 */
export function runSpans(events: readonly TraceEvent[], startedAt: number): Json {
  const tree = traceTree(events);
  const last = events.reduce((latest, { time }) => Math.max(latest, time), 0);
  const nodes = [...tree.nodes.values()];
  const spans = [
    root(tree, last),
    ...nodes.map((node) => nodeSpan(node, last)),
    ...nodes.flatMap(({ calls, tools }) => [...calls.map(chat), ...tools.map(toolUse)]),
  ];
  const traceId = hex(`trace ${String(startedAt)} ${JSON.stringify(events.slice(0, 2))}`, 16);
  const idOf = (key: string): string => hex(`${traceId} ${key}`, 8);
  const nanoseconds = (time: number): string =>
    String(BigInt(Math.round(startedAt)) * 1_000_000n + BigInt(Math.round(time * 1e6)));
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'espalier' }) },
        scopeSpans: [
          {
            scope: { name: 'espalier' },
            spans: spans.map(({ name, kind, key, parent, start, end, attributes, error }) => ({
              traceId,
              spanId: idOf(key),
              ...(parent !== null && { parentSpanId: idOf(parent) }),
              name,
              kind,
              startTimeUnixNano: nanoseconds(start),
              endTimeUnixNano: nanoseconds(end),
              attributes: attributesOf({ ...attributes, 'error.type': error === undefined ? undefined : 'error' }),
              status: error === undefined ? {} : { code: 2, message: error },
            })),
          },
        ],
      },
    ],
  };
}

const hex = (key: string, bytes: number): string => bytesToHex(sha256(utf8ToBytes(key)).slice(0, bytes));
