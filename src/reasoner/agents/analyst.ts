/**
 * @file The rules of an analyst: who or what it is, then the history, then what both say.
 */
import type { Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/agent-purpose.ts';
import { analysisOf, writeAnalysis } from './analysis.ts';

/** So many ratings are asked for: as many as a look-up shows. */
const RATINGS = 100;

/** The analyst's next command. */
export function analyse({ about, id, states, isLast }: Extract<AgentPurpose, { readonly type: 'analyse' }>): Action {
  const [info, history] =
    about === 'user' ? (['UserInfo', 'UserHistory'] as const) : (['ItemInfo', 'ItemHistory'] as const);
  const done = new Set(states.map(({ action }) => action?.tool));
  const observations = states.map(({ observation }) => observation);
  if (!isLast && !done.has(info)) return { type: info, content: id };
  const isKnown = !observations.some((text) => text.startsWith('There is no '));
  if (!isLast && isKnown && !done.has(history)) return { type: history, content: [id, RATINGS] };
  const analysis = analysisOf(about, id, observations);
  const nothing = `${about === 'user' ? 'User' : 'Item'} ${id} is not on record.`;
  return { type: 'Finish', content: analysis === null ? nothing : writeAnalysis(analysis) };
}
