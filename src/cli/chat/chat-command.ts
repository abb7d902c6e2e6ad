/** @file Conversations in a thread of their own: those of a file, and those with simulated people. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ChatOptions, SimulateOptions } from './chat-session.ts';
import { runThread } from '../start-thread.ts';
import type { ChatThreadMessage } from './chat-thread.ts';

const THREADS = {
  conversation: new URL('./chat-thread.ts', import.meta.url).href,
  'simulated-conversations': new URL('./simulate-thread.ts', import.meta.url).href,
} as const;

type TalkCommand =
  ({ readonly type: 'conversation' } & ChatOptions) | ({ readonly type: 'simulated-conversations' } & SimulateOptions);

interface Hearing {
  line(line: Json): void;
  table(text: string): void;
  progress(text: string): void;
}

/** Holds conversations, or has simulated people talk with all variants. @returns what it came to @throws LabError what ended it */
export async function talkCommand(command: TalkCommand, hear: Hearing): Promise<Json> {
  let summary: Json = null;
  const error = await runThread<ChatThreadMessage>(THREADS[command.type], { command }, (message) => {
    if (message.type === 'line') hear.line(message.line);
    else if (message.type === 'table') hear.table(message.table);
    else if (message.type === 'progress') hear.progress(message.text);
    else ({ summary } = message);
  });
  if (error !== null) throw LabError.fromData(error);
  return summary;
}
