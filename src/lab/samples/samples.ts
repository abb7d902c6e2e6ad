/**
 * @file Samples of the open dataset: its tasks written out in MACRec's CSV columns, and those of other programs' files read.
 */
import type { Dataset } from '../../core/dataset.ts';
import { readSamples, writeSamples } from '../run/export/macrec-samples.ts';
import { isTaskFile, samplesOfTaskFiles } from './agent-recbench-tasks.ts';
import { areNegatives, samplesOfNegatives } from './negative-samples.ts';
import { createSplit, createTasks } from '../run/registry.ts';
import { parseRunSpec } from '../run/run-spec.ts';
import type { SampleFile, SampleOfFile, SamplesService } from './service.ts';
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
    read: (files) => samplesOf(files, () => opened().dataset),
  };
}

async function samplesOf(files: readonly SampleFile[], opened: () => Dataset): Promise<readonly SampleOfFile[]> {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0 && !isTaskFile(first.path)) {
    const text = await first.content.text();
    return areNegatives(text) ? samplesOfNegatives(text, opened(), null) : readSamples(text);
  }
  // The reviews may lie beside the tasks, and are large.
  const tasks = files.filter(({ path }) => isTaskFile(path));
  const texts = await Promise.all(tasks.map(async ({ path, content }) => ({ path, text: await content.text() })));
  return samplesOfTaskFiles(texts, opened());
}
