/** @file Brings the Simulate page when it is first opened. Its state stays while other places are open: what is trained goes on. */
import type { Models } from '../models/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { Simulate } from './simulate.svelte.ts';
import type SimulatePage from './SimulatePage.svelte';

export interface OpenedSimulate {
  readonly Page: typeof SimulatePage;
  readonly simulate: Simulate;
}

export function simulatePage(session: Session, models: Models): () => Promise<OpenedSimulate> {
  let simulate: Simulate | null = null;
  return async () => {
    const [{ default: Page }, state, { connectSimulations }, { namesRater }] = await Promise.all([
      import('./SimulatePage.svelte'),
      import('./simulate.svelte.ts'),
      import('../../../client/simulation-client.ts'),
      import('./kept-simulation.ts'),
    ]);
    // A model that was chosen to rate is chosen again only where it is known to be here still.
    if (simulate === null && namesRater(session.settings)) await models.look();
    simulate ??= new state.Simulate(session, models, connectSimulations(session.client));
    return { Page, simulate };
  };
}
