import type { TraceNode } from '../../../trace/trace-tree.ts';

export interface TokenMeter {
  readonly agent: string;
  /** The most that a step was to take, prompt and replies together, and the limit at that; null where none was counted. */
  readonly most: { readonly tokens: number; readonly limit: number } | null;
  /** True where a step was not begun since it would not have fitted. */
  readonly stopped: boolean;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimated: boolean;
}

/** The agent under whose node a node is, itself included. */
function agentAbove(node: TraceNode, nodes: ReadonlyMap<string, TraceNode>): string | null {
  const parts = node.id.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const above = nodes.get(parts.slice(0, length).join('.'));
    if (above?.kind === 'agent') return above.label;
  }
  return null;
}

/** A meter for each agent of a task, in the order in which they were asked. @param position the last event that has happened */
export function tokenMeters(
  task: TraceNode,
  nodes: ReadonlyMap<string, TraceNode>,
  position: number,
): readonly TokenMeter[] {
  const meters = new Map<string, TokenMeter>();
  for (const node of nodes.values()) {
    if (!node.id.startsWith(`${task.id}.`) || node.start.seq > position) continue;
    const agent = agentAbove(node, nodes);
    if (agent === null) continue;
    let meter: TokenMeter = meters.get(agent) ?? {
      agent,
      most: null,
      stopped: false,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      estimated: false,
    };
    const check = node.tokenCheck;
    if (check !== null && check.seq <= position) {
      const { tokens, limit, fits } = check;
      const isMost = meter.most === null || tokens / limit > meter.most.tokens / meter.most.limit;
      meter = { ...meter, stopped: meter.stopped || !fits, most: isMost ? { tokens, limit } : meter.most };
    }
    for (const { event, result } of node.calls) {
      if (event.seq > position) continue;
      meter = { ...meter, calls: meter.calls + 1 };
      if (result === null || result.seq > position) continue;
      const { inputTokens, outputTokens, estimated } = result.usage;
      meter = {
        ...meter,
        inputTokens: meter.inputTokens + inputTokens,
        outputTokens: meter.outputTokens + outputTokens,
        estimated: meter.estimated || estimated,
      };
    }
    meters.set(agent, meter);
  }
  return [...meters.values()];
}
