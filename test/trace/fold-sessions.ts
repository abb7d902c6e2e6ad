import type { TraceEvent } from '../../src/core/trace.ts';
import { SessionsFold } from '../../src/trace/sessions-fold.ts';

export function foldSessions(events: readonly TraceEvent[]): SessionsFold {
  const fold = new SessionsFold();
  for (const event of events) fold.add(event);
  return fold;
}
