/** @file The surroundings of one task, with its trace kept, for tests of what runs within a task. */
import { createTrace } from '../../../src/trace/create-trace.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { RunContext } from '../../../src/core/run-context.ts';
import type { RunLimits } from '../../../src/core/run.ts';
import type { EventBody, EventOf, TraceEvent } from '../../../src/core/trace.ts';
import { limited } from '../../../src/models/decorate.ts';
import { taskContext } from '../../../src/lab/run/run-context.ts';

const NO_LIMITS: RunLimits = { modelCalls: Infinity, tokens: Infinity };

/** A context at the node of task 0. */
export function contextOf(
  model: LanguageModel,
  { signal = new AbortController().signal, limits = NO_LIMITS, named = new Map<string, LanguageModel>() } = {},
): { context: RunContext; events: TraceEvent[]; of: <Type extends EventBody['type']>(type: Type) => EventOf<Type>[] } {
  const events: TraceEvent[] = [];
  const root = createTrace(
    (event) => events.push(event),
    () => 0,
  );
  const task = root.child({ kind: 'task', label: 'task', detail: null });
  const { middleware, usage } = limited(limits);
  const context = taskContext({ model, critic: model, named, limit: middleware, usage, signal }, createRandom(1), task);
  return {
    context,
    events,
    of: <Type extends EventBody['type']>(type: Type) =>
      events.filter((event): event is EventOf<Type> => event.type === type),
  };
}
