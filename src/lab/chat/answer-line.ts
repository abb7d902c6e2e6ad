/** @file A turn as a line of a file: what was answered, or why nothing was, so that one turn that fails ends no conversation. */
import { toLabError, type LabError, type LabErrorCode } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Chat } from './open-chat.ts';

/** Codes of turns that failed by what a model or its endpoint did with them: the next one may go better. */
const OF_THE_MODEL: ReadonlySet<LabErrorCode> = new Set([
  'reply-unparseable',
  'context-exceeded',
  'model-failed',
  'endpoint-failed',
]);

/**
 * A line `{id, turn, reply, items, plan}`. Where the turn failed, `error` has the code, the reply says why, and `turns` are the messages up
 * to it but for other failed ones: the line is one of a file of conversations, by which its message is sent again.
 */
export interface AnswerLine {
  readonly line: Json;
  /** Null where the turn was answered. */
  readonly failure: { readonly error: LabError; readonly endsAll: boolean } | null;
}

/**
 * Answers a message.
 * @param turn from 1
 * @throws LabError `aborted`
 */
export async function answerLine(
  chat: Chat,
  { id, turn, text }: { readonly id: Json; readonly turn: number; readonly text: string },
  signal: AbortSignal,
): Promise<AnswerLine> {
  try {
    const { reply, items, plan } = await chat.say(text, signal);
    const named = items.map((item) => ({ id: item.id, title: item.title }));
    const steps = plan.steps.map(({ tool, input }) => ({ tool, input }));
    return { line: { id, turn, reply, items: named, plan: steps }, failure: null };
  } catch (thrown) {
    const error = toLabError(thrown);
    const { code, message } = error;
    if (code === 'aborted') throw error;
    const turns = [...chat.conversation.turns.map((answered) => answered.text), text];
    return {
      line: { id, turn, reply: message, items: [], plan: [], error: code, turns },
      failure: { error, endsAll: !OF_THE_MODEL.has(code) },
    };
  }
}
