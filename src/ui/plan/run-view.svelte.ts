/** @file One run on the page: its events, and the tree that grows from them. */
import { createTraceTree, type TraceTree } from '../../core/trace-tree.ts';
import type { TraceEvent } from '../../core/trace.ts';

/** Where a run on the page comes from. */
export interface RunOrigin {
  /** `Self-Inspiring`. */
  readonly title: string;
  /** `keeps everything it explored`; empty where it is not known. */
  readonly keeps: string;
  /** The planner's name; empty where it is not known. */
  readonly planner: string;
}

/** A run that is shown. Its tree grows in place; `version` changes when it has. */
export class RunView {
  readonly origin: RunOrigin;
  readonly tree: TraceTree = createTraceTree();
  readonly events: TraceEvent[] = [];
  version = $state(0);

  constructor(origin: RunOrigin, events: readonly TraceEvent[] = []) {
    this.origin = origin;
    this.add(events);
  }

  add(batch: readonly TraceEvent[]): void {
    for (const event of batch) {
      this.events.push(event);
      this.tree.add(event);
    }
    this.version += 1;
  }

  /** The tree, for what has to be drawn anew when it has grown. */
  get grown(): TraceTree {
    void this.version;
    return this.tree;
  }
}
