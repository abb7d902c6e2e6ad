/**
 * @file Samples in MACRec's CSV columns: tasks of the open dataset written out, and those of a file read, S³-Rec's and P5's candidates too.
 */
import { readSamples, writeSamples } from '../run/export/macrec-samples.ts';
import { areNegatives, samplesOfNegatives } from './negative-samples.ts';
import { createSplit, createTasks } from '../run/registry.ts';
import { parseRunSpec } from '../run/run-spec.ts';
import type { SamplesService } from './service.ts';
import type { Workbench } from '../run/workbench.ts';

/** The desk. @param opened the open dataset @throws LabError where none is open */
export function samplesDesk(opened: () => Workbench): SamplesService {
  return {
    async write(input, signal) {
      const spec = parseRunSpec(input);
      const session = opened().session(spec);
      const split = createSplit(spec, session.dataset);
      const tasks = createTasks(spec, session.dataset, split);
      return writeSamples(tasks, session.dataset, split, await session.database(split, signal));
    },
    read: async (text) =>
      Promise.resolve(areNegatives(text) ? samplesOfNegatives(text, opened().dataset, null) : readSamples(text)),
  };
}
