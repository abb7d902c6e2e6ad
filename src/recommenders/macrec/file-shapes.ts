/** @file The shapes of MACRec's configuration files, as its public code has them; other fields are refused by name. */
import { REFLECTION_STRATEGIES } from './agents/reflector.ts';
import { z } from '../../tools/schema.ts';

export const SYSTEM_TASKS = ['rp', 'sr', 'gen', 'chat'] as const;
export type SystemTask = (typeof SYSTEM_TASKS)[number];

const path = z.string().check(z.minLength(1), z.maxLength(300));
const optional = z.exactOptional;
const count = z.int().check(z.gte(1), z.lte(1000));

const AGENT = z.strictObject({ config_path: path, prompt_config: optional(path) });

export const HELPERS = ['Analyst', 'Searcher', 'Reflector', 'Interpreter'] as const;
export type Helper = (typeof HELPERS)[number];

const SHARED = {
  supported_tasks: optional(z.array(z.enum(SYSTEM_TASKS)).check(z.minLength(1))),
  agent_prompt: path,
  data_prompt: path,
  task_agent_prompt: optional(path),
  max_step: optional(count),
} as const;

export const COLLABORATION = z.strictObject({
  ...SHARED,
  agents: z.strictObject({
    Manager: z.strictObject({ thought_config_path: path, action_config_path: path, prompt_config: optional(path) }),
    Analyst: optional(AGENT),
    Searcher: optional(AGENT),
    Reflector: optional(AGENT),
    Interpreter: optional(AGENT),
  }),
});

/** A system of MACRec's older kind: ReAct, Reflexion, and agents whose prompts are all in one file. */
export const OLDER_SYSTEM = z.strictObject({
  ...SHARED,
  manager_thought: path,
  manager_action: path,
  analyst: optional(path),
  searcher: optional(path),
  reflector: optional(path),
  interpreter: optional(path),
});

const stop = z.union([z.string(), z.array(z.string())]);
const TOOL = z.strictObject({
  type: z.enum(['info', 'interaction', 'wikipedia', 'summarize']),
  config_path: path,
});

/** An agent. `model_type`, `device` and their like are read and change nothing. */
export const AGENT_CONFIG = z.strictObject({
  model_type: z.string(),
  model_name: optional(z.string()),
  model_path: optional(z.string()),
  temperature: optional(z.number().check(z.gte(0), z.lte(2))),
  max_tokens: optional(count),
  max_new_tokens: optional(count),
  json_mode: optional(z.boolean()),
  model_kwargs: optional(z.strictObject({ stop: optional(stop) })),
  do_sample: optional(z.boolean()),
  top_p: optional(z.number()),
  device: optional(z.string()),
  prefix: optional(z.string()),
  api_base: optional(z.string()),
  reflect_json_schema: optional(z.record(z.string(), z.json())),
  max_turns: optional(count),
  tool_config: optional(z.record(z.string(), TOOL)),
  keep_reflections: optional(z.boolean()),
  reflection_strategy: optional(z.enum(REFLECTION_STRATEGIES)),
});

/** A file of prompts. Without a type an entry is a template, as MACRec reads it. */
export const PROMPT_FILE = z.record(
  z.string(),
  z.strictObject({ type: z._default(z.enum(['raw', 'template']), 'template'), content: z.string() }),
);
