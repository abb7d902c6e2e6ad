/** @file The Agents page, loaded when it is first opened. */
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import type { Session } from '../session.svelte.ts';
import type { Agents } from './agents.svelte.ts';

/** Loads the page and makes its state, which stays while other places are open: what runs there goes on. */
export function agentsPage(session: Session, plan: Plan, models: Models) {
  let agents: Agents | null = null;
  return async () => {
    const [{ default: Page }, state] = await Promise.all([import('./AgentsPage.svelte'), import('./agents.svelte.ts')]);
    agents ??= new state.Agents(session, plan, models);
    return { Page, agents };
  };
}
