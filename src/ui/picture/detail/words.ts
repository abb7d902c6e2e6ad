/** @file Words of the detail beside a picture. */
import type { Stage } from '../../pages/plan/stage.svelte.ts';
import type { Provenance } from '../../../core/language-model.ts';

export const DETAIL = {
  /** @param cut what ended the run before it was done; null where it goes on */
  noAnswer: (cut: string | null): string => (cut === null ? 'There is no answer yet.' : `There is no answer: ${cut}.`),
  toolStillAsked: (cut: string | null): string =>
    cut === null ? 'No answer from the tool yet.' : `No answer from the tool: ${cut}.`,
  labsQuestion: 'The question, the SQL and the sentence are the lab’s.',
  rowsLeftOut: 'Rows past the limit were left out by the database.',
  plannerCannotKnow: 'The planner cannot know.',
  keptByCritic: 'Kept by the critic:',
  linkToState: 'Link to this state, in this browser',
};

/** What ended a run before it was done, once all of it is shown: `the run was stopped`; null where it goes on, or is done. */
export function cutShort(stage: Stage, run: number): string | null {
  const end = stage.runs[run]?.grown.end ?? null;
  if (end === null || end.outcome === 'done' || end.seq > stage.positionOf(run)) return null;
  return end.outcome === 'aborted' ? 'the run was stopped' : 'the run failed';
}

/** The engine of a model, where it computes, with what numbers, and which revision of the model it is. */
export const engineInWords = ({ engine, device, dtype, revision }: Provenance): string =>
  [engine, device, dtype, revision?.slice(0, 12)].filter(Boolean).join(', ');
