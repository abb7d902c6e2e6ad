/** @file Brings the Chat page when it is first opened. Its state stays while other places are open. */
import type { RunSpec } from '../../../core/run.ts';
import type { Session } from '../../session.svelte.ts';
import type { Chat } from './chat.svelte.ts';
import type ChatPage from './ChatPage.svelte';

export interface OpenedChat {
  readonly Page: typeof ChatPage;
  readonly chat: Chat;
}

/** Opens the page. @param spec of a run as the Plan page has it set up: who answers, and who judges */
export function chatPage(session: Session, spec: () => RunSpec | null): () => Promise<OpenedChat> {
  let chat: Chat | null = null;
  return async () => {
    const [{ default: Page }, state] = await Promise.all([import('./ChatPage.svelte'), import('./chat.svelte.ts')]);
    chat ??= new state.Chat(session, () => {
      const { model, critic = null } = spec() ?? {};
      return model === undefined ? null : { model, critic };
    });
    return { Page, chat };
  };
}
