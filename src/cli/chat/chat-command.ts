/** @file Holds the conversations of a file in a thread of its own. */
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Command } from '../command.ts';
import { watchThread } from '../watched-thread.ts';
import type { ChatThreadMessage } from './chat-thread.ts';

const THREAD = new URL('./chat-thread.ts', import.meta.url).href;

/**
 * Holds conversations.
 * @param onLine receives the line of each turn as it comes
 * @param onProgress receives lines for people
 * @throws LabError what ended it before its last turn
 */
export async function chatCommand(
  command: Extract<Command, { readonly type: 'chat' }>,
  onLine: (line: Json) => void,
  onProgress: (text: string) => void,
): Promise<void> {
  const told: LabErrorData[] = [];
  const ended = await watchThread<ChatThreadMessage>(THREAD, { command }, (message) => {
    if (message.type === 'line') onLine(message.line);
    else if (message.type === 'progress') onProgress(message.text);
    else told.push(message.error);
  });
  const error = told[0] ?? ended;
  if (error !== undefined && error !== null) throw LabError.fromData(error);
}
