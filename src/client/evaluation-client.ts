/**
 * @file Evaluations over the connection to the lab's worker.
 */
import { proxy } from 'comlink';
import type { ComponentSpec } from '../core/run.ts';
import type { LoadProgress } from '../wire/model-service.ts';
import type { EvaluationClient, Loading } from './lab.ts';
import type { LabService } from '../wire/lab-service.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** Calls of the lab's worker, wherever it runs by now. */
export interface LabCalls {
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
export function createEvaluationClient({ call, stoppable, asking }: LabCalls): EvaluationClient {
  return {
    outline: (input) => call(({ remote }) => remote.outlineEvaluation(input)),
    async run(input, { onUpdate, signal }) {
      const { models } = await call(({ remote }) => remote.outlineEvaluation(input));
      const onProgress = ({ phase }: LoadProgress): void => onUpdate({ type: 'phase', text: phase });
      return asking(models, { onProgress, signal }, ({ remote }) => remote.evaluate(input, proxy(onUpdate), signal));
    },
    list: () => call(({ remote }) => remote.evaluations()),
    table: (name) => call(({ remote }) => remote.evaluationTable(name)),
    tasks: (name, label) => call(({ remote }) => remote.evaluatedTasks(name, label)),
    trace: (name, record, signal) => stoppable(signal, ({ remote }) => remote.evaluatedTrace(name, record, signal)),
    export: (name, as, { onProgress, signal }) =>
      stoppable(signal, ({ remote }) => remote.exportEvaluation(name, as, proxy(onProgress), signal)),
    remove: (name) => call(({ remote }) => remote.removeEvaluation(name)),
  };
}
