/**
 * @file The task interpreter (MACRec, section 3.3): it turns a dialogue, or any wordy input, into a task for the manager.
 */
import type { Agent } from '../../../core/agent.ts';
import type { ActionKind } from './action.ts';
import type { ToolAgentSetup } from './analyst.ts';
import { runCommands } from './command-loop.ts';
import { keyIn, optionalPrompt, promptOf } from './prompts.ts';
import { useTool } from './use-tool.ts';

/** The command of the interpreter besides Finish: a summary of the whole input by a tool, whatever it is given. */
export const INTERPRETER_KINDS: readonly ActionKind[] = [
  { name: 'Summarize', slots: [{ name: '', holds: 'text', isOptional: true }] },
];

/** How the manager asks for the interpreter. */
export const INTERPRET: ActionKind = {
  name: 'Interpret',
  slots: [{ name: 'text', holds: 'text' }],
  examples: ['I like Heat, but not its violence. What else is there?'],
};

/** The prompt shows so many of the last words; Summarize reads them all. */
const LAST_WORDS = 100;

/** The interpreter. Its message is the dialogue as text. */
export function interpreter({ settings, prompts, maxSteps, tools }: ToolAgentSetup): Agent {
  const key = (name: string): string => keyIn(settings.form, name);
  return {
    name: 'Interpreter',
    description: 'makes one clear request of what was said',
    async invoke(message, context) {
      if (typeof message !== 'string') return { text: 'Interpreter needs the dialogue as a text.', failed: true };
      const words = message.split(/\s+/).filter((word) => word !== '');
      const input = words.length > LAST_WORDS ? `...${words.slice(-LAST_WORDS).join(' ')}` : message;
      return runCommands(
        {
          name: 'Interpreter',
          kinds: INTERPRETER_KINDS,
          settings,
          maxSteps,
          prompt: (history, step, isLast) =>
            promptOf(prompts, key('interpreter_prompt'), {
              input,
              max_step: String(maxSteps),
              step: String(step),
              examples: optionalPrompt(prompts, key('interpreter_examples')),
              history,
              hint: isLast ? optionalPrompt(prompts, 'interpreter_hint') : '',
            }),
          purpose: (states, isLast) => ({ type: 'interpret', dialogue: input, states, form: settings.form, isLast }),
          execute: (action, at) => useTool(tools, { type: action.type, content: message }, at),
        },
        context,
      );
    },
  };
}
