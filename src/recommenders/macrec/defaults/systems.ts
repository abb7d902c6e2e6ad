/** @file The lab's own agents and systems in MACRec's shape. `default` is the run's own model. */
import type { Json } from '../../../core/json.ts';
import { REPLY_TOKENS } from '../../../core/reply/limits.ts';

export const LAB_MODEL = 'lab';
/** Without a stop at line breaks: a chat model may begin with one. */
const agent = (kind: keyof typeof REPLY_TOKENS, rest: { readonly [field: string]: Json } = {}): Json => ({
  ...{ model_type: LAB_MODEL, model_name: 'default', temperature: 0, max_tokens: REPLY_TOKENS[kind] },
  ...{ json_mode: true, ...rest },
});

const AGENTS: Readonly<Record<string, Json>> = {
  'agents/manager-thought.json': agent('manager-thought', { json_mode: false }),
  'agents/manager-action.json': agent('manager-action'),
  'agents/analyst.json': agent('analyse', {
    max_turns: 6,
  }),
  'agents/searcher.json': agent('search', {
    max_turns: 6,
  }),
  'agents/interpreter.json': agent('interpret', {
    max_turns: 4,
  }),
  'agents/reflector.json': agent('reflect', { reflection_strategy: 'reflection' }),
};

const PARTS: Readonly<Record<string, Json>> = {
  Manager: { thought_config_path: 'agents/manager-thought.json', action_config_path: 'agents/manager-action.json' },
  Analyst: { config_path: 'agents/analyst.json', prompt_config: 'prompts/analyst.json' },
  Searcher: { config_path: 'agents/searcher.json', prompt_config: 'prompts/searcher.json' },
  Reflector: { config_path: 'agents/reflector.json', prompt_config: 'prompts/reflector.json' },
  Interpreter: { config_path: 'agents/interpreter.json', prompt_config: 'prompts/interpreter.json' },
};

function system(agents: readonly string[], tasks: readonly string[] = ['rp', 'sr', 'gen']): Json {
  return {
    supported_tasks: [...tasks],
    agents: Object.fromEntries(agents.map((name) => [name, PARTS[name] ?? {}])),
    agent_prompt: tasks.includes('chat') ? 'prompts/manager-chat.json' : 'prompts/manager.json',
    data_prompt: 'prompts/data/{task}.json',
    max_step: 12,
  };
}

const ONE_AGENT = {
  supported_tasks: ['rp', 'sr', 'gen'],
  manager_thought: 'agents/manager-thought.json',
  manager_action: 'agents/manager-action.json',
  data_prompt: 'prompts/data/{task}.json',
  max_step: 3,
} as const;

export interface SystemPreset {
  /** Also the path of its file, without `systems/` and `.json`. */
  readonly name: string;
  readonly title: string;
  readonly config: Json;
}

/** The lab's systems; the last two are other styles of the paper's family. */
export const SYSTEM_PRESETS: readonly SystemPreset[] = [
  { name: 'manager', title: 'Manager alone', config: system(['Manager']) },
  { name: 'analyst', title: 'Manager and analyst', config: system(['Manager', 'Analyst']) },
  {
    name: 'analyst-reflector',
    title: 'Manager, analyst and reflector',
    config: system(['Manager', 'Analyst', 'Reflector']),
  },
  {
    name: 'collaboration',
    title: 'Manager, analyst, searcher and reflector',
    config: system(['Manager', 'Analyst', 'Searcher', 'Reflector']),
  },
  {
    name: 'conversation',
    title: 'Manager, interpreter and searcher',
    config: system(['Manager', 'Interpreter', 'Searcher'], ['chat']),
  },
  { name: 'react', title: 'ReAct: one agent', config: { ...ONE_AGENT, agent_prompt: 'prompts/react.json' } },
  {
    name: 'reflexion',
    title: 'Reflexion: one agent that reflects',
    config: { ...ONE_AGENT, reflector: 'agents/reflector.json', agent_prompt: 'prompts/reflexion.json' },
  },
];

export const DEFAULT_SYSTEM_FILES: Readonly<Record<string, Json>> = {
  ...AGENTS,
  ...Object.fromEntries(SYSTEM_PRESETS.map(({ name, config }) => [`systems/${name}.json`, config])),
};
