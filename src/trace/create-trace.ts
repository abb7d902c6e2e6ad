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
