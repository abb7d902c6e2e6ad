/**
 * @file The searcher (MACRec, section 3.3): it finds what is known of something outside the records.
 */
import type { Agent } from '../../../core/recommender.ts';
import type { State } from '../../../core/planner.ts';
import type { SearchProvider } from '../../../tools/search-tool.ts';
import type { ActionKind } from './action.ts';
import type { ToolAgentSetup } from './analyst.ts';
import { runCommands } from './command-loop.ts';
import { keyIn, optionalPrompt, promptOf } from './prompts.ts';
import { useTool } from './use-tool.ts';

/** The commands of the searcher. */
export const SEARCHER_KINDS: readonly ActionKind[] = [
  { name: 'Search', slots: [{ name: 'query', holds: 'text' }] },
  {
    name: 'Lookup',
    mayRepeat: true,
    slots: [
      { name: 'title', holds: 'text' },
      { name: 'term', holds: 'text' },
    ],
  },
];

/** How the manager asks for the searcher. */
export const SEARCH: ActionKind = {
  name: 'Search',
  slots: [{ name: 'what is to be found', holds: 'text' }],
  examples: ['Heat 1995'],
};

/** The searcher. Its message is what is to be found, in words. @param provider of which its prompt says what it holds */
export function searcher(
  { settings, prompts, maxSteps, tools, question }: ToolAgentSetup,
  { documents, holds }: Pick<SearchProvider, 'documents' | 'holds'>,
): Agent {
  const key = (name: string): string => keyIn(settings.form, name);
  return {
    name: 'Searcher',
    description: `looks things up; there is ${holds}`,
    async invoke(message, context) {
      if (typeof message !== 'string' || message.trim() === '') {
        return { text: 'Searcher needs some words that say what is to be found.', failed: true };
      }
      const reply = await runCommands(
        {
          name: 'Searcher',
          kinds: SEARCHER_KINDS,
          settings,
          maxSteps,
          prompt: (history, step, isLast) =>
            promptOf(prompts, key('searcher_prompt'), {
              requirements: message,
              question,
              k: String(documents),
              documents: holds,
              max_step: String(maxSteps),
              step: String(step),
              examples: optionalPrompt(prompts, key('searcher_examples')),
              history,
              hint: isLast ? optionalPrompt(prompts, 'searcher_hint') : '',
            }),
          purpose: (states: readonly State[], isLast) => ({
            type: 'search',
            request: message,
            states,
            form: settings.form,
            isLast,
          }),
          execute: (action, at) => useTool(tools, action, at),
        },
        context,
      );
      return reply.failed ? reply : { ...reply, text: `Search result: ${reply.text}` };
    },
  };
}
