/** @file Where a simulation runs, and the trace that it writes. */
import { costsWith, NO_COSTS } from '../../core/costs.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { toLabError } from '../../core/errors.ts';
import { asJson, canonicalJson, type Json } from '../../core/json.ts';
import type { RunSummary } from '../../core/run.ts';
import type { SimulationSpec } from '../../notebook/cell-spec.ts';
import type { Span, TraceEvent } from '../../core/trace.ts';
import { createDigest } from '../../trace/digest.ts';
import type { Session } from '../run/session.ts';

/** What a simulation needs of where it runs. */
export interface SimulationHost extends Pick<Session, 'dataset' | 'database' | 'createModel' | 'createRetrieval'> {
  /** Milliseconds; only for the times of events. */
  now(): number;
  /** Receives each event once, in order. */
  write(event: TraceEvent): void;
  readonly signal: AbortSignal;
}

/** A spec as the trace holds it: members in one order, however they were written, so that equal specs give equal digests. */
export const specInTrace = (spec: SimulationSpec): Json => JSON.parse(canonicalJson(asJson(spec))) as Json;

/** What a simulation came to besides its costs. */
export interface SimulationEnd {
  readonly metrics: RunSummary['metrics'];
  readonly tasks: number;
  readonly failures: RunSummary['failures'];
}

/** A trace that is written to by several, and ends with a summary. */
export class SimulationTrace {
  private readonly host: SimulationHost;
  private readonly digest = createDigest();
  private costs = NO_COSTS;
  private written = { events: 0, nodes: 0, time: 0 };

  constructor(host: SimulationHost) {
    this.host = host;
  }

  /** Receives each event once, in order. */
  readonly write = (event: TraceEvent): void => {
    const { events, nodes } = this.written;
    const isTop = event.type === 'node-start' && !event.node.includes('.');
    this.written = { events: events + 1, nodes: nodes + (isTop ? 1 : 0), time: event.time };
    this.costs = costsWith(this.costs, event);
    this.digest.add(event);
    this.host.write(event);
  };

  /** A span at the root, from where the trace is by now. */
  root(): Span {
    return createTrace(this.write, () => this.host.now(), this.written);
  }

  /** Ends it: with what came of it, or with the error that it threw, which is told and not thrown. */
  async end(work: () => Promise<SimulationEnd>): Promise<RunSummary> {
    let end: SimulationEnd = { metrics: {}, tasks: 0, failures: {} };
    let outcome: RunSummary['outcome'] = 'done';
    try {
      end = await work();
      const failed = Object.values(end.failures).reduce((sum, one) => sum + one, 0);
      if (failed > 0 && failed === end.tasks) outcome = 'failed';
    } catch (thrown) {
      const error = toLabError(thrown);
      outcome = error.code === 'aborted' ? 'aborted' : 'failed';
      if (outcome === 'failed') this.root().emit({ type: 'error', error: error.toData() });
    }
    const { modelCalls, toolCalls, tokens, replies } = this.costs;
    const summary = { outcome, ...end, modelCalls, toolCalls, tokens, replies, digest: this.digest.hex() };
    this.root().emit({ type: 'run-end', outcome, summary });
    return summary;
  }
}
