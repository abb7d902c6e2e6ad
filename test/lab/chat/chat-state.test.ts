/** @file What a kept conversation goes on from, and what the page shows of it: both as the conversation itself has it. */
import type { Profile } from '../../../src/core/dialogue.ts';
import { EMPTY_PROFILE } from '../../../src/core/profile.ts';
import { beforeAll, expect, test } from 'vitest';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { chatState } from '../../../src/lab/chat/open-chat.ts';
import { foldConversation } from '../../../src/trace/conversation-fold.ts';
import { openMadeUp, startChat, type Opened } from '../../recommenders/interec/open-made-up.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

type Act = (chat: ReturnType<typeof startChat>) => unknown;
const says =
  (text: string): Act =>
  (chat) =>
    chat.say(text, signal);
const erases: Act = (chat) => chat.editProfile(null);
const takesBack =
  (from: string): Act =>
  (chat) =>
    chat.takeBack(from);

test.each([
  ['before the turn', [says('I hate horror'), erases, says('two comedies, please'), takesBack('2')]],
  ['after the turn', [says('I hate horror'), says('two comedies, please'), erases, takesBack('1')]],
  [
    'before several turns',
    [says('I hate horror'), says('two comedies'), erases, says('hello'), takesBack('3'), takesBack('1')],
  ],
])('a profile that was erased %s stays erased when the turn is taken back', async (_, acts) => {
  const chat = startChat(opened);
  for (const act of acts) await act(chat);
  expect(chat.conversation.profile).toEqual(EMPTY_PROFILE);
  expect(chatState(chat.events).profile).toEqual(EMPTY_PROFILE);
  expect(foldConversation(chat.events).profile).toEqual(EMPTY_PROFILE);
});

test('a kept conversation takes back as the one that went on', async () => {
  const chat = startChat(opened);
  for (const act of [says('I hate horror'), erases, says('I like westerns'), says('two comedies, please')])
    await act(chat);
  const { turns, profile } = chatState(chat.events);
  const other = startChat(opened).conversation;
  other.restore(turns, profile);
  // What is expected just now is of the turn, and is read anew with the next one.
  const tastes = ({ like, dislike }: Profile) => ({ like, dislike });
  expect(tastes(other.profile)).toEqual(tastes(chat.conversation.profile));
  for (let turn = 0; turn < 2; turn += 1) {
    chat.conversation.undo();
    other.undo();
    expect(tastes(other.profile)).toEqual(tastes(chat.conversation.profile));
  }
  expect(other.profile).toEqual(EMPTY_PROFILE);
});

test('turns are taken back from a stopped one on, and from one before it, on the page and in the file alike', async () => {
  const stopped: Act = (chat) => chat.say('I like drama', AbortSignal.abort()).catch(() => undefined);
  const shown = (events: readonly TraceEvent[]): string[] => foldConversation(events).turns.map(({ text }) => text);
  const chat = startChat(opened);
  for (const act of [says('two comedies'), stopped, says('I hate horror')]) await act(chat);
  expect(shown(chat.events)).toEqual(['two comedies', 'I like drama', 'I hate horror']);
  chat.takeBack('1');
  expect(shown(chat.events)).toEqual(['two comedies']);
  expect(chatState(chat.events).turns.map(({ turn }) => turn.text)).toEqual(['two comedies']);
  expect(chat.conversation.turns).toHaveLength(1);
  expect(chat.conversation.profile.dislike.values).toEqual([]);
  await stopped(chat);
  chat.takeBack('0');
  expect(shown(chat.events)).toEqual([]);
  expect(chat.conversation.turns).toEqual([]);
});
