/** @file Sessions in a worker of simulations: held, stopped, and compared with real people. */
import { now } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { Realism } from '../../core/realism.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { createBatcher } from '../../rpc/batches.ts';
import type { OnEvents } from '../../rpc/call-options.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { SessionsFold } from '../../trace/sessions-fold.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import { compareWithReal } from './realism.ts';
import { runSessions } from './run-sessions.ts';
import { parseSessionsSpec } from './sessions-spec.ts';

/** Holds sessions, and remembers the last ones. */
export class SessionsDesk {
  private readonly grounds: GroundShelf;
  private last: SessionsFold | null = null;

  constructor(grounds: GroundShelf) {
    this.grounds = grounds;
  }

  async hold(input: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const spec = parseSessionsSpec(input);
    const ground = await this.grounds.sessions(spec, signal);
    const batcher = createBatcher<TraceEvent>(onEvents, now);
    const fold = new SessionsFold();
    this.last = fold;
    const write = (event: TraceEvent): void => {
      fold.add(event);
      batcher.add(event);
    };
    try {
      await runSessions(spec, ground, { trace: createTrace(write, now), signal });
    } finally {
      batcher.flush();
    }
  }

  async compare(dataset: string, signal: AbortSignal): Promise<Realism> {
    const { last } = this;
    if (last?.spec === null || last?.spec === undefined)
      throw new LabError('spec-invalid', 'No sessions were held yet; hold some first.');
    const { kept } = writtenScale(last.spec.environment.prompt.scale);
    return compareWithReal(last.worlds, kept, await this.grounds.dataset(dataset, signal));
  }
}
