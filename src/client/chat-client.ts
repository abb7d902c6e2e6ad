/** @file Conversations over the connection to the lab's worker. */
import { proxy } from 'comlink';
import type { LabCalls } from './evaluation-client.ts';
import type { ChatClient } from './lab.ts';

/** A client of the lab's conversations. */
export function createChatClient({ call, asking }: LabCalls): ChatClient {
  return {
    async say(id, settings, text, { onEvents, onProgress, signal }) {
      const models = await call(({ remote }) => remote.chat.chatModels(settings));
      await asking(models, { onProgress, signal }, ({ remote }) =>
        remote.chat.say(id, settings, text, proxy(onEvents), signal),
      );
    },
    takeBack: (id, settings, from, onEvents) =>
      call(({ remote }) => remote.chat.takeBack(id, settings, from, proxy(onEvents))),
    editProfile: (id, settings, profile, onEvents) =>
      call(({ remote }) => remote.chat.editProfile(id, settings, profile, proxy(onEvents))),
    addDemonstration: (id, demonstration) => call(({ remote }) => remote.chat.addDemonstration(id, demonstration)),
    list: () => call(({ remote }) => remote.chat.chats()),
    read: (id) => call(({ remote }) => remote.chat.readChat(id)),
    remove: (id) => call(({ remote }) => remote.chat.removeChat(id)),
  };
}
