import type { Notebook } from '../../../notebook/notebook.ts';
import { questionText } from '../plan/question-on.ts';
import { specOf } from '../plan/run-view.svelte.ts';
import type { Agents } from './agents.svelte.ts';

/** What a link opens: the run on the stage, or what is set up if there is none. @throws LabError `spec-invalid` */
export async function agentsNotebook(agents: Agents): Promise<Notebook> {
  const { planNotebook } = await import('../notebook/experiment-notebook.ts');
  const [run] = agents.stage.runs;
  const spec = (run === undefined ? null : specOf(run.events)) ?? agents.spec();
  return planNotebook(questionText(agents), [spec]);
}
