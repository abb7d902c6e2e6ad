/** @file The thread that conversations are held in, so that the terminal can stop it. */
import { openEventFile } from '../spec-file.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { now } from '../../core/clock.ts';
import { costsWith, NO_COSTS, writtenReplies } from '../../core/costs.ts';
import { usualPlanning } from '../../core/dialogue.ts';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { counted } from '../../core/text/words.ts';
import { answerLine, openChat } from '../../lab/chat/open-chat.ts';
import { conversationOptions } from '../../lab/chat/open-catalogue.ts';
import { demonstrationsOf } from '../../lab/chat/made-demonstrations.ts';
import { inThread, postToParent } from '../start-thread.ts';
import { type ChatOptions, openChatSession } from './chat-session.ts';
import { z } from '../../tools/schema.ts';

interface SpokenConversation {
  readonly id: string | number;
  readonly turns: readonly string[];
}

const LINE = z.object({
  id: z.union([z.string(), z.number()]),
  turns: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
});

const MOST_TOLD = 20;

/** What a line holds; a text where it is not JSON. */
function written(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** The conversations of a file, a line each. @throws LabError `file-invalid` naming each bad line, from 1; `file-empty` */
export function parseTurns(text: string, file: string): SpokenConversation[] {
  const spoken: SpokenConversation[] = [];
  const bad: number[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .entries()) {
    if (line.trim() === '') continue;
    const { success, data } = LINE.safeParse(written(line));
    if (success) spoken.push(data);
    else bad.push(at + 1);
  }
  if (bad.length > 0) {
    const told = `${bad.slice(0, MOST_TOLD).join(', ')}${bad.length > MOST_TOLD ? ' and others' : ''}`;
    const message = `${file} has bad lines (${told}): a line is {"id": "a", "turns": ["…"]}.`;
    throw new LabError('file-invalid', message, { file, lines: bad });
  }
  if (spoken.length === 0) throw new LabError('file-empty', `${file} holds no conversation.`, { file });
  return spoken;
}

/** What both threads of conversations tell. */
export type ChatThreadMessage =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'line'; readonly line: Json }
  | { readonly type: 'table'; readonly table: string }
  | { readonly type: 'summary'; readonly summary: { readonly [name: string]: Json } };

const tell = postToParent<ChatThreadMessage>;

function readTurns(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; give the path of a file of turns.`,
      { file: path },
      { cause },
    );
  }
}

async function holdAll({ command }: { readonly command: ChatOptions }, signal: AbortSignal): Promise<void> {
  const spoken = parseTurns(readTurns(command.turns), command.turns);
  const onProgress = (text: string): void => tell({ type: 'progress', text });
  const session = await openChatSession(command, 'nothing', onProgress, signal);
  const { catalogue, dataset } = session;
  try {
    const model = await session.model(command.model);
    const demonstrations = demonstrationsOf(command.demonstrations, model, catalogue);
    let [failed, said] = [0, 0];
    let costs = NO_COSTS;
    let unwritten: LabError | null = null;
    if (command.events !== null) mkdirSync(command.events, { recursive: true });
    for (const [place, { id, turns }] of spoken.entries()) {
      const output = openEventFile(command.events === null ? null : join(command.events, `${String(place + 1)}.jsonl`));
      const chat = openChat({
        catalogue,
        manifest: dataset.manifest,
        model,
        options: conversationOptions({ ...usualPlanning(command.model, command.planning), demonstrations }),
        seed: String(id),
        spec: { chat: id },
        now,
        write(event) {
          costs = costsWith(costs, event);
          output.write(event);
        },
      });
      try {
        for (const [at, text] of turns.entries()) {
          const { line, failure } = await answerLine(chat, { id, turn: at + 1, text }, signal);
          tell({ type: 'line', line });
          if (failure?.endsAll === true) throw failure.error;
          said += 1;
          if (failure !== null) failed += 1;
        }
      } finally {
        const failure = output.close();
        unwritten ??= failure;
      }
    }
    if (failed > 0)
      onProgress(
        `${counted(failed, 'turn')} failed by what the model or its endpoint did. The lines say why; as a file of turns they send the messages again`,
      );
    const { modelCalls, toolCalls, tokens } = costs;
    const held = { conversations: spoken.length, turns: said, failed, modelCalls, toolCalls, tokens };
    tell({ type: 'summary', summary: { ...held, replies: { ...writtenReplies(costs.replies) } } });
    if (unwritten !== null) throw unwritten;
  } finally {
    session.close();
  }
}

inThread((signal) => holdAll(workerData as { readonly command: ChatOptions }, signal));
