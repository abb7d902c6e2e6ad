/**
 * @file Samples over the connection to the lab's worker.
 */
import type { LabCalls } from './evaluation-client.ts';
import type { SamplesClient } from './lab.ts';

/** A client of the lab's samples. */
export function createSamplesClient({ call, stoppable }: Pick<LabCalls, 'call' | 'stoppable'>): SamplesClient {
  return {
    write: (spec, signal) => stoppable(signal, ({ remote }) => remote.writeSamples(spec, signal)),
    read: (text) => call(({ remote }) => remote.readSamples(text)),
  };
}
