/**
 * @file Evaluations over the connection to the lab's worker.
 */
import { proxy } from 'comlink';
import type { EvaluationClient } from './lab.ts';
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
}

/** A client of the lab's evaluations. */
export function createEvaluationClient({ call, stoppable }: LabCalls): EvaluationClient {
  return {
    outline: (input) => call(({ remote }) => remote.outlineEvaluation(input)),
    run: (input, { onUpdate, signal }) =>
      stoppable(signal, ({ remote }) => remote.evaluate(input, proxy(onUpdate), signal)),
    list: () => call(({ remote }) => remote.evaluations()),
    table: (name) => call(({ remote }) => remote.evaluationTable(name)),
    tasks: (name, label) => call(({ remote }) => remote.evaluatedTasks(name, label)),
    trace: (name, record, signal) => stoppable(signal, ({ remote }) => remote.evaluatedTrace(name, record, signal)),
    export: (name, as, { onProgress, signal }) =>
      stoppable(signal, ({ remote }) => remote.exportEvaluation(name, as, proxy(onProgress), signal)),
    remove: (name) => call(({ remote }) => remote.removeEvaluation(name)),
  };
}
