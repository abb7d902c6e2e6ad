/** @file A turn as a line of a file: what was answered, or why nothing was, so that one turn that fails ends no conversation. */
import { toLabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Chat } from './open-chat.ts';

/** Codes of turns that failed by what a model wrote or could not take in; others end what is being done. */
const OF_THE_MODEL = new Set(['reply-unparseable', 'context-exceeded', 'model-failed']);

/** A line `{id, turn, reply, items, plan}`; where the turn failed, `error` has the code, and the reply says why. */
export interface AnswerLine {
  readonly line: Json;
  readonly failed: boolean;
}

/**
 * Answers a message.
 * @param turn from 1
 * @throws LabError `aborted`, and what is no fault of the model's reply
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
    return { line: { id, turn, reply, items: named, plan: steps }, failed: false };
  } catch (thrown) {
    const { code, message } = toLabError(thrown);
    if (!OF_THE_MODEL.has(code)) throw thrown;
    return { line: { id, turn, reply: message, items: [], plan: [], error: code }, failed: true };
  }
}
