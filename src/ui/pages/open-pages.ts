/** @file Loads pages when they are first opened. Their state stays while other places are open: what runs there goes on. */
import type { RunSpec } from '../../core/run.ts';
import type { Session } from '../session.svelte.ts';
import type { Models } from './library/models.svelte.ts';
import type { Plan } from './plan/plan.svelte.ts';

/** Loads a page each time it is opened, and makes its state once. */
function keeping<Page, State>(
  load: () => Promise<{ readonly Page: Page; readonly make: () => State }>,
): () => Promise<{ readonly Page: Page; readonly state: State }> {
  let state: State | null = null;
  return async () => {
    const { Page, make } = await load();
    state ??= make();
    return { Page, state };
  };
}

/** @param spec of a run as the Plan page has it set up: who answers, and who judges */
export const chatPage = (session: Session, spec: () => RunSpec | null) =>
  keeping(async () => {
    const [{ default: Page }, { Chat }] = await Promise.all([
      import('./chat/ChatPage.svelte'),
      import('./chat/chat.svelte.ts'),
    ]);
    const chosen = () => {
      const { model, critic = null } = spec() ?? {};
      return model === undefined ? null : { model, critic };
    };
    return { Page, make: () => new Chat(session, chosen) };
  });

export const learnPage = (session: Session) =>
  keeping(async () => {
    const [{ default: Page }, { Notebooks }] = await Promise.all([
      import('./learn/LearnPage.svelte'),
      import('./learn/notebooks.svelte.ts'),
    ]);
    return { Page, make: () => new Notebooks(session) };
  });

export const comparePage = (session: Session, plan: Plan, models: Models) =>
  keeping(async () => {
    const [{ default: Page }, { Compare }] = await Promise.all([
      import('./compare/ComparePage.svelte'),
      import('./compare/compare.svelte.ts'),
    ]);
    return { Page, make: () => new Compare(session, plan, models) };
  });

export const simulatePage = (session: Session, models: Models) => {
  let isLooked = false;
  return keeping(async () => {
    const [{ default: Page }, { Simulate, namesRater }, { connectSimulations }] = await Promise.all([
      import('./simulate/SimulatePage.svelte'),
      import('./simulate/simulate.svelte.ts'),
      import('../../client/simulation-client.ts'),
    ]);
    // A model that was chosen to rate is chosen again only where it is known to be here still.
    if (!isLooked && namesRater(session.settings)) await models.look();
    isLooked = true;
    return { Page, make: () => new Simulate(session, models, connectSimulations(session.client)) };
  });
};
