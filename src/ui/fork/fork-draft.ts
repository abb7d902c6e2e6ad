/** @file What a person writes into the form of a fork, and the edit that it comes to. */
import type { StateEdit } from '../../core/fork.ts';
import type { Json } from '../../core/json.ts';
import type { Message } from '../../core/language-model.ts';
import type { TraceNode } from '../../core/trace-tree.ts';

/** The fields of the form. */
export interface ForkDraft {
  thought: string;
  /** Empty for "End of Planning". */
  tool: string;
  input: string;
  observation: string;
  /** Texts of the messages of the chosen call, in their order. */
  prompt: string[];
}

function inputOf(args: Json): string {
  const texts = typeof args === 'object' && args !== null ? Object.values(args) : [args];
  const text = texts.find((value: Json) => typeof value === 'string');
  return typeof text === 'string' ? text : '';
}

const messagesOf = (node: TraceNode, call: number): readonly Message[] => node.calls[call]?.event.messages ?? [];

/** The form as it is before anything is changed. @param call the place of the call whose prompt is shown */
export function draftOf(node: TraceNode, call: number): ForkDraft {
  const { state } = node;
  return {
    thought: state?.thought ?? '',
    tool: state?.action?.tool ?? '',
    input: inputOf(state?.action?.arguments ?? null),
    observation: state?.observation ?? '',
    prompt: messagesOf(node, call).map(({ content }) => content),
  };
}

/** What differs from the state as it is; empty where nothing does. */
export function editOf(node: TraceNode, call: number, draft: ForkDraft): StateEdit {
  const before = draftOf(node, call);
  const isEnd = draft.tool === '';
  const acts = draft.tool !== before.tool || (!isEnd && draft.input !== before.input);
  const isPrompt = draft.prompt.some((text, index) => text !== before.prompt[index]);
  const messages = messagesOf(node, call).map(({ role, content }, index) => ({
    role,
    content: draft.prompt[index] ?? content,
  }));
  return {
    ...(!isEnd && draft.thought !== before.thought && { thought: draft.thought }),
    ...(acts && { action: isEnd ? null : { tool: draft.tool, input: draft.input } }),
    ...(!isEnd && draft.observation !== before.observation && { observation: draft.observation }),
    ...(isPrompt && { prompt: { call, messages } }),
  };
}

/** The tools that a run has, by the spec that it begins with. */
export function toolsOf(spec: Json): readonly string[] {
  const named = (spec as { readonly recommender?: { readonly options?: { readonly tools?: Json } } } | null)
    ?.recommender?.options?.tools;
  const tools: readonly Json[] = Array.isArray(named) ? (named as readonly Json[]) : [];
  return tools.flatMap((tool) => {
    const name = (tool as { readonly name?: unknown } | null)?.name;
    return typeof name === 'string' ? [name] : [];
  });
}
