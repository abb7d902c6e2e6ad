/** @file What tests of forks share: making them of a parent's events, and holding the two against each other. */
import { LabError } from '../../../../src/core/errors.ts';
import type { StateEdit } from '../../../../src/core/fork.ts';
import type { LanguageModel } from '../../../../src/core/language-model.ts';
import type { RunSummary } from '../../../../src/core/run.ts';
import { traceTree, type TraceNode } from '../../../../src/trace/trace-tree.ts';
import type { EventOf, TraceEvent } from '../../../../src/core/trace.ts';
import { createFork } from '../../../../src/lab/run/fork/create-fork.ts';
import type { RunHost } from '../../../../src/lab/run/run-host.ts';
import { run } from '../run-written.ts';
import type { Session } from '../../../../src/lab/run/session.ts';

/** What a run came to. */
export interface Ran {
  readonly summary: RunSummary;
  readonly events: readonly TraceEvent[];
}

/** Runs a spec with a clock that stands still. */
export async function runIn(session: Session, spec: unknown, host: Partial<RunHost> = {}): Promise<Ran> {
  const events: TraceEvent[] = [];
  const summary = await run(spec, {
    ...session,
    now: () => 0,
    write: (event) => events.push(event),
    signal: new AbortController().signal,
    ...host,
  });
  return { summary, events };
}

export const parentOf = (events: readonly TraceEvent[]): Pick<RunHost, 'parent'> => ({
  parent: (name) => Promise.resolve(name === 'parent' ? events : null),
});
export const statesOf = (events: readonly TraceEvent[]): readonly TraceNode[] =>
  [...traceTree(events).nodes.values()].filter(({ kind }) => kind === 'state');
export const forkOf = (events: readonly TraceEvent[], node: string, edit: StateEdit = {}) =>
  createFork(events, { run: 'parent', node, edit });
/** All but what names the fork itself. */
export const body = (events: readonly TraceEvent[]): readonly TraceEvent[] => events.slice(1, -1);
export const editsOf = (events: readonly TraceEvent[]): readonly EventOf<'state-edit'>[] =>
  events.filter((event): event is EventOf<'state-edit'> => event.type === 'state-edit');
export const firstDifference = (some: readonly TraceEvent[], others: readonly TraceEvent[]): number =>
  some.findIndex((event, index) => index > 0 && JSON.stringify(event) !== JSON.stringify(others[index]));

/** The model with the purposes of what it is asked. */
export const counted = (model: LanguageModel, asked: string[]): LanguageModel => ({
  ...model,
  stream(request, options) {
    asked.push(request.purpose.type);
    return model.stream(request, options);
  },
});

/** Why a fork cannot be made; empty where it can. */
export const refusal = (make: () => unknown): string => {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof LabError && thrown.code === 'spec-invalid') return thrown.message;
    throw thrown;
  }
  return '';
};
