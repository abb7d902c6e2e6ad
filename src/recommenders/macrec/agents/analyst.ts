import type { Agent, Tool } from '../../../core/recommender.ts';
import { jsonList, type Json } from '../../../core/json.ts';
import type { ItemReference } from '../../../core/task.ts';
import { withItems, type ActionKind } from './action.ts';
import { runCommands, type CommandLoop, useTool } from './command-loop.ts';
import { keyIn, optionalPrompt, promptOf, type Prompts, type AgentSettings } from './settings.ts';
import type { SearchProvider } from '../../../tools/search-tool.ts';

const ID = { name: 'id', holds: 'integer' } as const;
const K = { name: 'k', holds: 'integer' } as const;

export const ANALYST_KINDS: readonly ActionKind[] = [
  { name: 'UserInfo', slots: [ID] },
  { name: 'ItemInfo', slots: [ID] },
  { name: 'UserHistory', slots: [ID, K] },
  { name: 'ItemHistory', slots: [ID, K] },
];

export const ANALYSE: ActionKind = {
  name: 'Analyse',
  slots: [
    { name: 'user or item', holds: ['user', 'item'] },
    { name: 'id', holds: 'integer' },
  ],
  // As in MACRec's own prompts.
  examples: [
    ['user', 524],
    ['item', 955],
  ],
};

export interface ToolAgentSetup {
  readonly settings: AgentSettings;
  readonly prompts: Prompts;
  readonly maxSteps: number;
  readonly tools: readonly Tool[];
  /** As prompts call the system's task: `rating prediction`. */
  readonly taskType: string;
  /** What the agent who asks wants to know, as a sentence; empty where nothing but the request is known. */
  readonly question: string;
  /** What the request tells of, by whose titles an item may be asked about. */
  readonly items: readonly ItemReference[];
}

/** The analyst. Its message is `['user' | 'item', id]`. */
export function analyst(setup: ToolAgentSetup): Agent {
  return {
    name: 'Analyst',
    description: 'looks into the records of a user or an item',
    async invoke(message, context) {
      const subject = readSubject(message);
      if (subject === null) return { text: `Analyst is asked about ["user" or "item", id].`, failed: true };
      return runCommands(loopOf(setup, subject), context);
    },
  };
}

interface Subject {
  readonly about: 'user' | 'item';
  readonly id: number;
}

function readSubject(message: Json): Subject | null {
  const [about, id] = jsonList(message);
  if ((about !== 'user' && about !== 'item') || typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  return { about, id };
}

/** Told to an analyst who is asked alone. */
const NO_QUESTION =
  'Nothing more is asked: tell who or what it is, how the ratings are spread, and what the high and the low ones have in common.';

/** What an agent with tools is asked, besides what all are told alike. */
interface Work extends Pick<CommandLoop, 'name' | 'kinds' | 'purpose'> {
  readonly places: Readonly<Record<string, string>>;
  /** What goes into the tool in place of what the agent wrote. */
  readonly content?: string;
}

/** Prompts of an agent begin with its name: `analyst_prompt`, `analyst_examples`, `analyst_hint`. */
export function commandsOf(
  { settings, prompts, maxSteps, tools }: ToolAgentSetup,
  { name, kinds, purpose, places, content }: Work,
): CommandLoop {
  const key = (part: string): string => `${name.toLowerCase()}_${part}`;
  return {
    name,
    kinds,
    settings,
    maxSteps,
    purpose,
    prompt: (history, step, isLast) =>
      promptOf(prompts, keyIn(settings.form, key('prompt')), {
        ...places,
        max_step: String(maxSteps),
        step: String(step),
        examples: optionalPrompt(prompts, keyIn(settings.form, key('examples'))),
        history,
        hint: isLast ? optionalPrompt(prompts, key('hint')) : '',
      }),
    execute: (action, at) => useTool(tools, content === undefined ? action : { ...action, content }, at),
  };
}

function loopOf(setup: ToolAgentSetup, { about, id }: Subject): CommandLoop {
  const { settings, prompts, taskType, question, items } = setup;
  return commandsOf(setup, {
    name: 'Analyst',
    kinds: ANALYST_KINDS.map((kind) => withItems(kind, items)),
    places: {
      analyse_type: about,
      id: String(id),
      task_type: taskType,
      question: question === '' ? NO_QUESTION : question,
      fewshot: optionalPrompt(prompts, keyIn(settings.form, 'analyst_fewshot')),
    },
    purpose: (states, isLast) => ({ type: 'analyse', about, id, states, form: settings.form, isLast }),
  });
}

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

export const SEARCH: ActionKind = {
  name: 'Search',
  slots: [{ name: 'what is to be found', holds: 'text' }],
  examples: ['Heat 1995'],
};

/** The searcher. Its message is what is to be found, in words. @param provider of which its prompt says what it holds */
export function searcher(
  setup: ToolAgentSetup,
  { documents, holds }: Pick<SearchProvider, 'documents' | 'holds'>,
): Agent {
  const { form } = setup.settings;
  return {
    name: 'Searcher',
    description: `looks things up; there is ${holds}`,
    async invoke(message, context) {
      if (typeof message !== 'string' || message.trim() === '') {
        return { text: 'Searcher needs some words that say what is to be found.', failed: true };
      }
      const work = commandsOf(setup, {
        name: 'Searcher',
        kinds: SEARCHER_KINDS,
        places: { requirements: message, question: setup.question, k: String(documents), documents: holds },
        purpose: (states, isLast) => ({ type: 'search', request: message, states, form, isLast }),
      });
      const reply = await runCommands(work, context);
      return reply.failed ? reply : { ...reply, text: `Search result: ${reply.text}` };
    },
  };
}
