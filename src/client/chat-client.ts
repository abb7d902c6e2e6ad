/** @file Conversations over the connection to the lab's worker. */
import { proxy } from 'comlink';
import type { LabCalls } from './evaluation-client.ts';
import type { OnEvents } from '../wire/chat-service.ts';
import type { ChatClient } from './lab.ts';

/** A client of the lab's conversations. */
export function createChatClient({ call, asking, tabs }: LabCalls): ChatClient {
  /** Other tabs hear of events as they come, and once all of them are kept. */
  const telling = async (id: string, onEvents: OnEvents, act: (onEvents: OnEvents) => Promise<void>): Promise<void> => {
    const thing = { kind: 'conversation', id } as const;
    try {
      await act((batch) => {
        onEvents(batch);
        tabs.tell({ ...thing, what: 'appended' });
      });
    } finally {
      tabs.tell({ ...thing, what: 'saved' });
    }
  };
  return {
    async say(id, settings, text, { onEvents, onProgress, signal }) {
      const models = await call(({ remote }) => remote.chat.chatModels(settings));
      await telling(id, onEvents, (tell) =>
        asking(models, { onProgress, signal }, ({ remote }) =>
          remote.chat.say(id, settings, text, proxy(tell), signal),
        ),
      );
    },
    takeBack: (id, settings, from, onEvents) =>
      telling(id, onEvents, (tell) => call(({ remote }) => remote.chat.takeBack(id, settings, from, proxy(tell)))),
    editProfile: (id, settings, profile, onEvents) =>
      telling(id, onEvents, (tell) =>
        call(({ remote }) => remote.chat.editProfile(id, settings, profile, proxy(tell))),
      ),
    addDemonstration: (id, demonstration) => call(({ remote }) => remote.chat.addDemonstration(id, demonstration)),
    demonstrations: () => call(({ remote }) => remote.chat.demonstrations()),
    removeDemonstration: (request) => call(({ remote }) => remote.chat.removeDemonstration(request)),
    list: () => call(({ remote }) => remote.chat.chats()),
    read: (id) => call(({ remote }) => remote.chat.readChat(id)),
    async remove(id) {
      await call(({ remote }) => remote.chat.removeChat(id));
      tabs.tell({ kind: 'conversation', id, what: 'removed' });
    },
  };
}
