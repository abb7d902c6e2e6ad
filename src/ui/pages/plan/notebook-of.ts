/** @file The Plan page as a notebook. */
import type { Notebook } from '../../../notebook/notebook.ts';
import type { Plan } from './plan.svelte.ts';
import { questionText } from './question-on.ts';
import { specsToShare } from './stage-specs.ts';

/** What a link opens, as a notebook. @throws LabError `spec-invalid` */
export async function notebookOf(plan: Plan): Promise<Notebook> {
  const { planNotebook } = await import('../notebook/experiment-notebook.ts');
  return planNotebook(questionText(plan), specsToShare(plan));
}
