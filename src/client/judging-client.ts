/**
 * @file Blind judging over the connection to the lab's worker.
 */
import type { LabCalls } from './evaluation-client.ts';
import type { JudgingClient } from './lab.ts';

/** A client of the lab's judging. */
export function createJudgingClient({ call, stoppable }: Pick<LabCalls, 'call' | 'stoppable'>): JudgingClient {
  return {
    counts: (name) => call(({ remote }) => remote.judgingCounts(name)),
    next: (name, except, signal) => stoppable(signal, ({ remote }) => remote.nextQuestion(name, except, signal)),
    judge: (name, question, verdict) => call(({ remote }) => remote.judge(name, question, verdict)),
    withdraw: (name, what) => call(({ remote }) => remote.withdraw(name, what)),
    results: (name) => call(({ remote }) => remote.judgingResults(name)),
    export: (name, as) => call(({ remote }) => remote.exportJudging(name, as)),
  };
}
