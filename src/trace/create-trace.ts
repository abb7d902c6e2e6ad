/** @file Writes a trace. */
import type { EventBody, Span, TraceEvent } from '../core/trace.ts';

/** @param now in milliseconds; only differences are used @param before what a trace that goes on has already */
export function createTrace(
  write: (event: TraceEvent) => void,
  now: () => number,
  before: { readonly events: number; readonly nodes: number; readonly time: number } = { events: 0, nodes: 0, time: 0 },
): Span {
  const start = now() - before.time;
  let seq = before.events;
  const emit = (node: string, body: EventBody): number => {
    const own = seq;
    seq += 1;
    write({ seq: own, time: Math.round((now() - start) * 1000) / 1000, node, ...body });
    return own;
  };
  const spanAt = (node: string): Span => {
    let children = node === '' ? before.nodes : 0;
    return {
      node,
      emit: (body) => emit(node, body),
      child({ parent, ...started }) {
        const path = node === '' ? String(children) : `${node}.${String(children)}`;
        children += 1;
        emit(path, {
          type: 'node-start',
          parent: parent === undefined ? (node === '' ? null : node) : parent,
          ...started,
        });
        return spanAt(path);
      },
    };
  };
  return spanAt('');
}

/** `3.0.1` of the task `3` as `0.0.1`. */
const asFirst = (node: string): string => node.replace(/^\d+/, '0');

/** @param before how many events came before the task */
function moved(event: TraceEvent, before: number): TraceEvent {
  const own = { ...event, seq: event.seq - before, node: asFirst(event.node) };
  switch (own.type) {
    case 'node-start':
      return { ...own, parent: own.parent === null ? null : asFirst(own.parent) };
    case 'text-delta':
    case 'thought-delta':
    case 'call-wait':
    case 'model-result':
    case 'reply-check':
    case 'tool-result':
    case 'bus-change':
      return { ...own, call: own.call - before };
    case 'vote-result':
      return { ...own, candidates: own.candidates.map(asFirst), chosen: asFirst(own.chosen) };
    case 'answer':
      return { ...own, states: own.states.map(asFirst) };
    default:
      return own;
  }
}

export function createTaskTraces(): { add(event: TraceEvent): TraceEvent[] | null } {
  let start: TraceEvent | null = null;
  let open: { readonly node: string; readonly before: number; readonly events: TraceEvent[] } | null = null;
  return {
    add(event) {
      if (event.type === 'run-start') start = event;
      if (event.type === 'node-start' && event.kind === 'task') {
        open = { node: event.node, before: event.seq - 1, events: start === null ? [] : [start] };
      }
      if (open === null || event.node === '') return null;
      open.events.push(moved(event, open.before));
      if (event.type !== 'node-end' || event.node !== open.node) return null;
      const { events } = open;
      open = null;
      return events;
    },
  };
}
