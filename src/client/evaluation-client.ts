/**
 * @file Evaluations over the connection to the lab's worker.
 */
import { proxy } from 'comlink';
import type { ComponentSpec } from '../core/run.ts';
import type { LoadProgress } from '../wire/model-service.ts';
import type { EvaluationClient, EvaluationUpdate, Loading } from './lab.ts';
import type { LabService } from '../wire/lab-service.ts';
import { refuseIfWorked, type Change, type Tabs } from './tabs.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** Calls of the lab's worker, wherever it runs by now. */
export interface LabCalls {
  /** The other tabs, which are told what a call changes. */
  readonly tabs: Tabs;
  readonly call: <Result>(call: (connection: WorkerConnection<LabService>) => Promise<Result>) => Promise<Result>;
  /** A call that is watched: a worker that blocks is killed, at once when the person has pressed Stop. */
  readonly stoppable: <Result>(
    signal: AbortSignal,
    call: (connection: WorkerConnection<LabService>) => Promise<Result>,
  ) => Promise<Result>;
  /** Such a call, for which these models are loaded first. */
  readonly asking: <Result>(
    models: readonly ComponentSpec[],
    loading: Loading,
    call: (connection: WorkerConnection<LabService>) => Promise<Result>,
  ) => Promise<Result>;
}

/** A client of the lab's evaluations. */
export function createEvaluationClient({ call, stoppable, asking, tabs }: LabCalls): EvaluationClient {
  return {
    outline: (input) => call(({ remote }) => remote.outlineEvaluation(input)),
    async run(input, { onUpdate, signal }) {
      const { models } = await call(({ remote }) => remote.outlineEvaluation(input));
      const onProgress = ({ phase }: LoadProgress): void => onUpdate({ type: 'phase', text: phase });
      let name: string | null = null;
      const tellTabs = (what: Change['what']): void => {
        if (name !== null) tabs.tell({ kind: 'evaluation', id: name, what });
      };
      const tell = (update: EvaluationUpdate): void => {
        if (update.type === 'kept') ({ name } = update);
        if (update.type !== 'phase' && update.type !== 'working')
          tellTabs(update.type === 'kept' ? 'begun' : 'appended');
        onUpdate(update);
      };
      try {
        return await asking(models, { onProgress, signal }, ({ remote }) =>
          remote.evaluate(input, proxy(tell), signal),
        );
      } finally {
        tellTabs('ended');
      }
    },
    list: () => call(({ remote }) => remote.evaluations()),
    table: (name) => call(({ remote }) => remote.evaluationTable(name)),
    async compareWith(name, base) {
      await refuseIfWorked(tabs, { kind: 'evaluation', id: name });
      const table = await call(({ remote }) => remote.compareWith(name, base));
      tabs.tell({ kind: 'evaluation', id: name, what: 'ended' });
      return table;
    },
    tasks: (name, label) => call(({ remote }) => remote.evaluatedTasks(name, label)),
    trace: (name, record, signal) => stoppable(signal, ({ remote }) => remote.evaluatedTrace(name, record, signal)),
    export: (name, as, { onProgress, signal }) =>
      stoppable(signal, ({ remote }) => remote.exportEvaluation(name, as, proxy(onProgress), signal)),
    async remove(name) {
      await refuseIfWorked(tabs, { kind: 'evaluation', id: name });
      await call(({ remote }) => remote.removeEvaluation(name));
      tabs.tell({ kind: 'evaluation', id: name, what: 'removed' });
    },
  };
}
