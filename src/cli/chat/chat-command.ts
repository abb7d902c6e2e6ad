/** @file Conversations in a thread of their own: those of a file, and those with simulated people. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ChatOptions, SimulateOptions } from './chat-session.ts';
import { runThread } from '../start-thread.ts';
import type { ChatSummary, ChatThreadMessage } from './chat-thread.ts';
import type { SimulateThreadMessage, SimulationSummary } from './simulate-thread.ts';

const THREAD = new URL('./chat-thread.ts', import.meta.url).href;

/** Holds conversations. @throws LabError what ended it before its last turn */
export async function chatCommand(
  command: ChatOptions,
  onLine: (line: Json) => void,
  onProgress: (text: string) => void,
): Promise<ChatSummary | null> {
  let summary: ChatSummary | null = null;
  const error = await runThread<ChatThreadMessage>(THREAD, { command }, (message) => {
    if (message.type === 'line') onLine(message.line);
    else if (message.type === 'progress') onProgress(message.text);
    else {
      const { type: _type, ...others } = message;
      summary = others;
    }
  });
  if (error !== null) throw LabError.fromData(error);
  return summary;
}

const SIMULATION = new URL('./simulate-thread.ts', import.meta.url).href;

/** Simulated people talk with the recommender in all its variants. @throws LabError what ended it */
export async function simulateCommand(
  command: SimulateOptions,
  onTable: (text: string) => void,
  onProgress: (text: string) => void,
): Promise<SimulationSummary | null> {
  let summary: SimulationSummary | null = null;
  const error = await runThread<SimulateThreadMessage>(SIMULATION, { command }, (message) => {
    if (message.type === 'progress') onProgress(message.text);
    else {
      onTable(message.table);
      const { type: _type, table: _table, ...others } = message;
      summary = others;
    }
  });
  if (error !== null) throw LabError.fromData(error);
  return summary;
}
