/** @file Conversations in a thread of their own: those of a file, and those with simulated people. */
import { LabError, type LabErrorData } from '../../core/errors.ts';
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

export interface TalkSummary {
  /** What kept a file of conversations that were held from being written. */
  readonly error?: LabErrorData;
}

/** Holds conversations, or has simulated people talk with all variants. @throws LabError what ended it */
export async function talkCommand(command: TalkCommand, hear: Hearing): Promise<TalkSummary> {
  let summary: object | null = null;
  const error = await runThread<ChatThreadMessage>(THREADS[command.type], { command }, (message) => {
    if (message.type === 'line') hear.line(message.line);
    else if (message.type === 'table') hear.table(message.table);
    else if (message.type === 'progress') hear.progress(message.text);
    else ({ summary } = message);
  });
  if (summary === null) throw LabError.fromData(error ?? new LabError('worker-died', 'The thread ended.').toData());
  return error === null ? summary : { ...(summary as object), error };
}
