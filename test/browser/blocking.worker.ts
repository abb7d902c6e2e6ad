/** @file A lab that begins a run and then never gives its thread back. */
import { expose } from 'comlink';
import type { TraceEvent } from '../../src/core/trace.ts';
import '../../src/rpc/transfer-handlers.ts';

const START: TraceEvent = {
  seq: 0,
  time: 0,
  node: '',
  type: 'run-start',
  spec: null,
  dataset: null,
  model: 'built-in/reasoner',
  tasks: 1,
};

const TASK: TraceEvent = {
  seq: 1,
  time: 0,
  node: '0',
  type: 'node-start',
  parent: null,
  kind: 'task',
  label: '',
  detail: null,
};
expose({
  ping: () => Promise.resolve(),
  open: () => Promise.resolve(null),
  async run(_id: string, _spec: unknown, { onEvents }: { onEvents: (batch: readonly TraceEvent[]) => void }) {
    onEvents([START, TASK]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (;;);
  },
});
