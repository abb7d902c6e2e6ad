/** @file A fork as a step in the browser's history: its Back leads to the runs that the fork took the place of. */
import type { Plan } from './plan.svelte.ts';

let steps = 0;

const stepOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'fork' in state ? state.fork : null;

export async function forkAsStep(plan: Plan, ...asked: Parameters<Plan['fork']>): Promise<void> {
  const { hash, href } = location;
  const step = (steps += 1);
  const onpopstate = ({ state }: PopStateEvent): void => {
    // Links within the page come here too, and so does who comes back to the fork.
    if (location.hash !== hash || stepOf(state) === step) return;
    removeEventListener('popstate', onpopstate);
    if (plan.running === null) plan.showEarlier();
  };
  history.pushState({ fork: step }, '', href);
  addEventListener('popstate', onpopstate);
  await plan.fork(...asked);
}
