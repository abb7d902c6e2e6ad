/**
 * @file Starts the lab's workers. The addresses have to stand here as they are: the bundler finds the workers by them.
 */
import { createLabClient } from './create-lab-client.ts';
import type { LabClient } from './lab.ts';
import { PROMPT_MODEL } from './prompt-api/prompt-name.ts';
import { startPromptWorker } from './prompt-api/prompt-worker.ts';

/** The lab in workers of its own, and each model in one; a worker starts when it is first needed. */
export function connectLab(): LabClient {
  return createLabClient({
    startLab: () =>
      new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
    startImport: () =>
      new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module', name: 'import' }),
    startModel: ({ name }) =>
      name === PROMPT_MODEL
        ? startPromptWorker()
        : new Worker(new URL('../../workers/model.worker.ts', import.meta.url), { type: 'module', name: 'model' }),
  });
}
