/** @file A node's models whose prompts a person changed, each at one call. */
import type { PromptEdit } from '../../../core/fork.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import type { GenerateRequest, LanguageModel, Message } from '../../../core/language-model.ts';
import type { Span } from '../../../core/trace.ts';
import { decorate } from '../../../models/decorate.ts';

/** Messages as events have them. */
export const messagesAsJson = (messages: readonly Message[]): Json =>
  messages.map(({ role, content }) => ({ role, content }));

/**
 * Makes the models of a node, whose calls are counted together, take the changed messages in place of those of the calls that were
 * edited. Calls that go on from one, such as the second one after a reply that could not be read, go on from the changed messages.
 */
export function promptEditor(node: Span, prompts: readonly PromptEdit[]): (model: LanguageModel) => LanguageModel {
  if (prompts.length === 0) return (model) => model;
  const edits: { readonly before: readonly Message[]; readonly after: readonly Message[] }[] = [];
  let calls = 0;
  const edited = (request: GenerateRequest): GenerateRequest => {
    const { messages } = request;
    const prompt = prompts.find(({ call }) => call === calls);
    calls += 1;
    if (prompt !== undefined) {
      const after = prompt.messages;
      edits.push({ before: messages, after });
      node.emit({
        type: 'state-edit',
        part: 'prompt',
        before: messagesAsJson(messages),
        after: messagesAsJson(after),
      });
      return { ...request, messages: after };
    }
    const begun = edits.findLast(({ before }) => startsWith(messages, before));
    if (begun === undefined) return request;
    return { ...request, messages: [...begun.after, ...messages.slice(begun.before.length)] };
  };
  return (model) =>
    decorate(model, {
      stream: (request, options) => model.stream(edited(request), options),
      score: (score) => (request, continuations, options) => score(edited(request), continuations, options),
    });
}

const startsWith = (messages: readonly Message[], begin: readonly Message[]): boolean =>
  canonicalJson(messagesAsJson(messages.slice(0, begin.length))) === canonicalJson(messagesAsJson(begin));
