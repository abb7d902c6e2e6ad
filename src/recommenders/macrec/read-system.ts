/** @file A system of agents out of configuration files in MACRec's shape. */
import { REFLECTION_STRATEGIES, asksModel, showsAttempt, type ReflectionStrategy } from './agents/reflector.ts';
import type { HintPlace } from './agents/manager.ts';
import { keyIn, type Prompts, type AgentSettings } from './agents/settings.ts';
import { LabError } from '../../core/errors.ts';
import type { z } from '../../tools/schema.ts';
import { DEFAULT_PROMPTS } from './defaults/prompts.ts';
import { DEFAULT_SYSTEM_FILES, LAB_MODEL, SYSTEM_PRESETS } from './defaults/systems.ts';
import {
  AGENT_CONFIG,
  COLLABORATION,
  HELPERS,
  OLDER_SYSTEM,
  SYSTEM_TASKS,
  type Helper,
  type SystemTask,
  checkPrompt,
  invalid,
  readFile,
  readPrompts,
  type Files,
} from './read-files.ts';

export interface HelperSetup {
  readonly settings: AgentSettings;
  readonly prompts: Prompts;
  readonly maxSteps: number;
  readonly strategy: ReflectionStrategy;
}

export interface MacRecSystem {
  readonly task: SystemTask;
  readonly maxSteps: number;
  readonly hint: HintPlace;
  /** Whether the manager of a conversation may ask the interpreter again: not in MACRec's older chat. */
  readonly mayInterpret: boolean;
  readonly thought: AgentSettings;
  readonly action: AgentSettings;
  readonly prompts: Prompts;
  readonly helpers: Partial<Readonly<Record<Helper, HelperSetup>>>;
}

export interface SystemRequest {
  /** The name of one of the lab's systems, or the path of a file. */
  readonly system: string;
  /** Files besides the lab's own; one of the same path takes its place. */
  readonly files: Files;
  readonly task: SystemTask;
  readonly dataset: string;
  readonly without: readonly Helper[];
  /** The form of all agents; each agent's own where null. */
  readonly form: 'text' | 'json' | null;
  /** A limit of each agent's tokens besides the context of its model. */
  readonly tokenLimit: number | null;
}

export const DEFAULT_FILES: Files = { ...DEFAULT_PROMPTS, ...DEFAULT_SYSTEM_FILES };

const DEFAULT_STEPS = 10;
const OLDER_STEPS = 6;
const DEFAULT_TOKENS = 256;
/** Of the analyst 20 and of the others 6, as in MACRec. */
const DEFAULT_TURNS: Readonly<Record<Helper, number>> = { Analyst: 20, Searcher: 6, Reflector: 1, Interpreter: 6 };

export const systemPath = (system: string): string =>
  SYSTEM_PRESETS.some(({ name }) => name === system) ? `systems/${system}.json` : system;

type Collaboration = z.infer<typeof COLLABORATION> & { readonly hint: HintPlace };
type AgentConfig = z.infer<typeof AGENT_CONFIG>;

function collaborationOf(files: Files, path: string): Collaboration {
  const json = files[path];
  const isOlder = typeof json === 'object' && json !== null && 'manager_thought' in json;
  if (!isOlder) return { ...readFile(files, path, COLLABORATION, 'recommender.options.system'), hint: 'last' };
  const older = readFile(files, path, OLDER_SYSTEM, 'recommender.options.system');
  const { manager_thought, manager_action, analyst, searcher, reflector, interpreter, ...shared } = older;
  const alone = interpreter === undefined && analyst === undefined;
  return {
    max_step: OLDER_STEPS,
    ...shared,
    hint: alone ? 'every-text' : interpreter === undefined ? 'last' : 'last-behind',
    agents: {
      Manager: { thought_config_path: manager_thought, action_config_path: manager_action },
      ...(analyst !== undefined && { Analyst: { config_path: analyst } }),
      ...(searcher !== undefined && { Searcher: { config_path: searcher } }),
      ...(reflector !== undefined && { Reflector: { config_path: reflector } }),
      ...(interpreter !== undefined && { Interpreter: { config_path: interpreter } }),
    },
  };
}

/** The tasks that a system supports. @throws LabError `spec-invalid` */
export function tasksOfSystem(files: Files, system: string): readonly SystemTask[] {
  return collaborationOf({ ...DEFAULT_FILES, ...files }, systemPath(system)).supported_tasks ?? SYSTEM_TASKS;
}

/**
 * Reads a system for a task.
 * @throws LabError `spec-invalid` naming the file and the unknown field, the missing file or the missing prompt;
 * `task-impossible` where the system does not support the task
 */
export function readSystem(request: SystemRequest): MacRecSystem {
  const { task, dataset, without } = request;
  const files = { ...DEFAULT_FILES, ...request.files };
  const path = systemPath(request.system);
  const config = collaborationOf(files, path);
  const { supported_tasks = SYSTEM_TASKS, agents, max_step = DEFAULT_STEPS, hint } = config;
  if (!supported_tasks.includes(task)) {
    const message = `${path} supports ${supported_tasks.join(', ')}, not ${task}. Choose another system or task.`;
    throw new LabError('task-impossible', message, { task });
  }
  const placed = (written: string): string => written.replaceAll('{task}', task).replaceAll('{dataset}', dataset);
  const promptPaths = [config.agent_prompt, config.data_prompt, config.task_agent_prompt]
    .filter((one) => one !== undefined)
    .map(placed);
  const prompts: Prompts = new Map(promptPaths.flatMap((one) => [...readPrompts(files, one, path)]));
  const agentAt = (one: string): AgentConfig => readFile(files, placed(one), AGENT_CONFIG, path);
  const settingsAt = (one: string): AgentSettings => settingsOf(agentAt(one), request);
  const { thought_config_path, action_config_path, prompt_config } = agents.Manager;
  const managerPath = placed(prompt_config ?? config.agent_prompt);
  const system: MacRecSystem = {
    task,
    maxSteps: max_step,
    hint,
    mayInterpret: hint !== 'last-behind',
    thought: settingsAt(thought_config_path),
    action: settingsAt(action_config_path),
    prompts: prompt_config === undefined ? prompts : new Map([...prompts, ...readPrompts(files, managerPath, path)]),
    helpers: Object.fromEntries(
      HELPERS.flatMap((name) => {
        const part = agents[name];
        if (part === undefined || without.includes(name)) return [];
        const own = part.prompt_config === undefined ? null : placed(part.prompt_config);
        const helper = helperOf(
          name,
          agentAt(part.config_path),
          own === null ? prompts : readPrompts(files, own, path),
          request,
        );
        checkHelper(name, helper, own ?? placed(config.agent_prompt));
        return [[name, helper]];
      }),
    ),
  };
  checkManager(system, managerPath, placed(config.data_prompt));
  return system;
}

function settingsOf(config: AgentConfig, { form, tokenLimit }: SystemRequest): AgentSettings {
  const {
    model_type,
    model_name,
    model_path,
    temperature = 0,
    max_tokens,
    max_new_tokens,
    json_mode = false,
    model_kwargs,
  } = config;
  const stop = model_kwargs?.stop ?? [];
  return {
    model: model_name ?? model_path ?? 'default',
    temperature,
    maxTokens: max_tokens ?? max_new_tokens ?? DEFAULT_TOKENS,
    form: form ?? (json_mode ? 'json' : 'text'),
    stop: typeof stop === 'string' ? [stop] : stop,
    isToldAsWritten: model_type !== LAB_MODEL,
    tokenLimit,
  };
}

function helperOf(name: Helper, config: AgentConfig, prompts: Prompts, request: SystemRequest): HelperSetup {
  return {
    settings: settingsOf(config, request),
    prompts,
    maxSteps: config.max_turns ?? DEFAULT_TURNS[name],
    strategy: config.reflection_strategy ?? REFLECTION_STRATEGIES[2],
  };
}

const PROMPT_OF: Readonly<Record<Helper, string>> = {
  Analyst: 'analyst_prompt',
  Searcher: 'searcher_prompt',
  Reflector: 'reflect_prompt',
  Interpreter: 'interpreter_prompt',
};

function checkHelper(name: Helper, { settings, prompts, strategy }: HelperSetup, path: string): void {
  if (name !== 'Reflector') return checkPrompt(prompts, keyIn(settings.form, PROMPT_OF[name]), path, name);
  if (asksModel(strategy)) checkPrompt(prompts, keyIn(settings.form, PROMPT_OF[name]), path, name);
  for (const header of headersOf(strategy)) checkPrompt(prompts, header, path, name);
}

export function headersOf(strategy: ReflectionStrategy): readonly string[] {
  const attempt = showsAttempt(strategy) ? ['last_trial_header'] : [];
  if (!asksModel(strategy)) return attempt;
  return [...attempt, showsAttempt(strategy) ? 'reflection_last_trial_header' : 'reflection_header'];
}

function checkManager({ action, prompts, task, helpers }: MacRecSystem, path: string, dataPath: string): void {
  checkPrompt(prompts, keyIn(action.form, 'manager_prompt'), path, 'Manager');
  checkPrompt(prompts, keyIn(action.form, 'valid_action_example'), path, 'Manager');
  if (task !== 'chat') checkPrompt(prompts, 'data_prompt', dataPath, 'Manager');
  checkPrompt(prompts, keyIn(action.form, 'finish'), dataPath, 'Manager');
  if (task === 'chat' && helpers.Interpreter === undefined) {
    throw invalid(path, 'a conversation needs an Interpreter among the agents');
  }
}
