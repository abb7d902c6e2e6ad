/** @file What the page does for conversations besides calling the lab: it loads models, and tells other tabs. */
import type { OnEvents } from '../rpc/call-options.ts';
import type { ChatService } from '../lab/chat/service.ts';
import type { Telling } from './evaluation-client.ts';

/** The verbs of conversations that change what other tabs show. */
export function tellsOfChats({ connection, tabs }: Telling) {
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
  return (lab: ChatService): Pick<ChatService, 'say' | 'takeBack' | 'editProfile' | 'remove'> => ({
    say: (id, settings, text, { onEvents, onProgress = () => undefined, signal }) =>
      connection.asking({ onProgress, signal }, (asking) =>
        telling(id, onEvents, (tell) => lab.say(id, settings, text, { onEvents: tell, ...asking })),
      ),
    takeBack: (id, settings, from, onEvents) => telling(id, onEvents, (tell) => lab.takeBack(id, settings, from, tell)),
    editProfile: (id, settings, profile, onEvents) =>
      telling(id, onEvents, (tell) => lab.editProfile(id, settings, profile, tell)),
    async remove(id) {
      await lab.remove(id);
      tabs.tell({ kind: 'conversation', id, what: 'removed' });
    },
  });
}
