/** @file A model whose prompt a person changed at one call. */
import type { StateEdit } from '../../core/fork.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { GenerateRequest, LanguageModel, Message } from '../../core/language-model.ts';
import type { Span } from '../../core/trace.ts';
import { decorate } from '../../models/decorate.ts';

const asJson = (messages: readonly Message[]): Json => messages.map(({ role, content }) => ({ role, content }));

/**
 * The model of a node with the changed messages in place of those of the call that was edited. Calls that go on from it, such as
 * the second one after a reply that could not be read, go on from the changed messages.
 */
export function withEditedPrompt(model: LanguageModel, node: Span, { prompt }: StateEdit): LanguageModel {
  if (prompt === undefined) return model;
  let calls = 0;
  let original: readonly Message[] | null = null;
  const edited = (request: GenerateRequest): GenerateRequest => {
    const { messages } = request;
    const isEdited = calls === prompt.call;
    calls += 1;
    if (isEdited) {
      original = messages;
      node.emit({ type: 'state-edit', part: 'prompt', before: asJson(messages), after: asJson(prompt.messages) });
      return { ...request, messages: prompt.messages };
    }
    const begun = original === null ? [] : messages.slice(0, original.length);
    const goesOn = original !== null && canonicalJson(asJson(begun)) === canonicalJson(asJson(original));
    return goesOn ? { ...request, messages: [...prompt.messages, ...messages.slice(begun.length)] } : request;
  };
  return decorate(model, {
    stream: (request, options) => model.stream(edited(request), options),
    score: (score) => (request, continuations, options) => score(edited(request), continuations, options),
  });
}
