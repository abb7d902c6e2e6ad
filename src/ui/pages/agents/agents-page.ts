import type { Component, ComponentProps } from 'svelte';
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { Agents } from './agents.svelte.ts';
import type AgentsPage from './AgentsPage.svelte';

export interface OpenedAgents {
  readonly Page: Component<ComponentProps<typeof AgentsPage>>;
  readonly agents: Agents;
}

/** Loads the page and makes its state, which stays while other places are open: what runs there goes on. */
export function agentsPage(session: Session, plan: Plan, models: Models): () => Promise<OpenedAgents> {
  let agents: Agents | null = null;
  return async () => {
    const [{ default: Page }, state] = await Promise.all([import('./AgentsPage.svelte'), import('./agents.svelte.ts')]);
    agents ??= new state.Agents(session, plan, models);
    return { Page, agents };
  };
}
