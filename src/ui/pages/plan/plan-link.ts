/**
 * @file Links that open on the Plan page: a notebook of its runs, in the fragment of the address, and how they were looked at. Nothing
 * in a link is trusted, and nothing in it runs by being opened.
 */
import type { RunSpec } from '../../../core/run.ts';
import type { AnswerFrom } from '../../../core/trace.ts';
import { decodeNotebook } from '../../../notebook/decode.ts';
import { readLink } from '../../../notebook/link.ts';
import { isPlanLink } from '../../places.ts';
import type { Axis } from '../../../picture/scene.ts';

/** How runs are looked at. */
export interface View {
  readonly from: AnswerFrom;
  readonly axis: Axis;
}

/** What a link has set up. */
export interface LinkedPlan {
  /** Of the first planner; the others have the same but for their names. */
  readonly spec: RunSpec;
  readonly planners: readonly string[];
  readonly view: View;
}

/** What an address has set up; null where it is no such link. @throws LabError `file-damaged`, `file-too-large` and the like */
export function readPlanLink(hash: string): LinkedPlan | null {
  if (!isPlanLink(hash)) return null;
  const link = readLink(hash);
  const cells = link.type === 'payload' ? decodeNotebook(link.payload).cells : [];
  const parts = new URLSearchParams(hash.replace(/^#plan&/, ''));
  const view: View = {
    from: parts.get('from') === 'explored' ? 'explored' : 'kept',
    axis: parts.get('axis') === 'calls' ? 'calls' : 'steps',
  };
  for (const cell of cells) {
    if (cell.type === 'comparison') return { spec: cell.spec, planners: cell.planners, view };
    const planner = cell.type === 'run' ? cell.spec.recommender.options['planner'] : undefined;
    if (cell.type === 'run' && typeof planner === 'string') return { spec: cell.spec, planners: [planner], view };
  }
  return null;
}
