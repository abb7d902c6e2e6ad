import type { Agent, Tool } from '../../../core/recommender.ts';
import { jsonList, type Json } from '../../../core/json.ts';
import { formsOf, wholeOf, type ActionKind } from './action.ts';
import { FINISH, runCommands, type CommandLoop, useTool } from './step.ts';
import { keyIn, optionalPrompt, promptOf, toldForm, type Prompts, type AgentSettings } from './settings.ts';
import type { SearchProvider } from '../../../tools/search-tool.ts';

const ID = { name: 'id', holds: 'integer' } as const;
const K = { name: 'k', holds: 'integer' } as const;

const HISTORY = 'lists so many of the latest ratings, the latest last, and the mean and spread of all';

export const ANALYST_KINDS: readonly ActionKind[] = [
  { name: 'UserInfo', slots: [ID], does: 'tells a profile' },
  { name: 'ItemInfo', slots: [ID], does: 'tells the attributes' },
  { name: 'UserHistory', slots: [ID, K], does: HISTORY },
  { name: 'ItemHistory', slots: [ID, K], does: HISTORY },
];

const LOOKED_AT = [3, 10];

/** Looks of the lab's analyst: at whom it is asked about, not at what it knows. */
function looksAt({ about, id }: Subject, { knows, settings }: ToolAgentSetup): readonly ActionKind[] {
  if (settings.isToldAsWritten) return ANALYST_KINDS;
  const [info, history] = about === 'user' ? ['UserInfo', 'UserHistory'] : ['ItemInfo', 'ItemHistory'];
  const contentsOf = (name: string): readonly Json[] => {
    if (name === info && !knows(about, id)) return [id];
    return name === history ? LOOKED_AT.map((k) => [id, k]) : [];
  };
  return ANALYST_KINDS.map((kind) => ({ ...kind, contents: contentsOf(kind.name) }));
}

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
  readonly taskType: string;
  readonly question: string;
  /** Whether the question tells all that is on record besides ratings. */
  readonly knows: (about: 'user' | 'item', id: number) => boolean;
}

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
    prompt: (history, step, offered) =>
      promptOf(prompts, keyIn(settings.form, key('prompt')), {
        ...places,
        commands: offered.map((kind) => lineOf(kind, settings)).join('\n'),
        max_step: String(maxSteps),
        step: String(step),
        examples: optionalPrompt(prompts, keyIn(settings.form, key('examples'))),
        history,
        hint: offered.every(({ name }) => name === FINISH.name) ? optionalPrompt(prompts, key('hint')) : '',
      }),
    execute: (action, at) => useTool(tools, content === undefined ? action : { ...action, content }, at),
  };
}

function lineOf(kind: ActionKind, settings: AgentSettings): string {
  const forms = kind.contents === undefined ? [formsOf([kind], toldForm(settings))] : wholeOf(kind);
  return `${forms.join(' or ')} ${kind.does ?? ''}`;
}

function loopOf(setup: ToolAgentSetup, { about, id }: Subject): CommandLoop {
  const { settings, prompts, taskType, question } = setup;
  return commandsOf(setup, {
    name: 'Analyst',
    kinds: looksAt({ about, id }, setup),
    places: {
      analyse_type: about,
      id: String(id),
      task_type: taskType,
      question,
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
