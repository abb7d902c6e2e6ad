/** @file Brings the Compare page when it is first opened. Its state stays while other places are open: what runs there goes on. */
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { Compare } from './compare.svelte.ts';
import type ComparePage from './ComparePage.svelte';

export interface OpenedCompare {
  readonly Page: typeof ComparePage;
  readonly compare: Compare;
}

export function comparePage(session: Session, plan: Plan, models: Models): () => Promise<OpenedCompare> {
  let compare: Compare | null = null;
  return async () => {
    const [{ default: Page }, state] = await Promise.all([
      import('./ComparePage.svelte'),
      import('./compare.svelte.ts'),
    ]);
    compare ??= new state.Compare(session, plan, models);
    return { Page, compare };
  };
}
