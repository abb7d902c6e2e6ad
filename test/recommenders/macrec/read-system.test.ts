/** @file Configuration files in MACRec's shape: what loads, and what is named where something is wrong. */
import { describe, expect, test } from 'vitest';
import type { LabError } from '../../../src/core/errors.ts';
import type { Json } from '../../../src/core/json.ts';
import { SYSTEM_PRESETS } from '../../../src/recommenders/macrec/defaults/systems.ts';
import {
  DEFAULT_FILES,
  readSystem,
  tasksOfSystem,
  type SystemRequest,
} from '../../../src/recommenders/macrec/read-system.ts';

const read = (request: Partial<SystemRequest>) =>
  readSystem({
    system: 'analyst',
    files: {},
    task: 'rp',
    dataset: 'ml-100k',
    without: [],
    form: null,
    tokenLimit: null,
    ...request,
  });

function refused(request: Partial<SystemRequest>): string {
  try {
    read(request);
  } catch (thrown) {
    return (thrown as LabError).message;
  }
  return 'nothing is wrong';
}

const raw = (content: string): Json => ({ type: 'raw', content });
const template = (content: string): Json => ({ type: 'template', content });

/** A small system with the paths, fields and twins of MACRec's public configuration, in words of its own. */
const THEIRS: Readonly<Record<string, Json>> = {
  'config/systems/collaboration/reflect_analyse.json': {
    supported_tasks: ['rp', 'sr', 'gen'],
    agents: {
      Manager: {
        action_config_path: 'config/agents/manager_action.json',
        thought_config_path: 'config/agents/manager_thought.json',
      },
      Reflector: {
        config_path: 'config/agents/reflector.json',
        prompt_config: 'config/prompts/agent_prompt/reflector.json',
      },
      Analyst: { config_path: 'config/agents/analyst.json', prompt_config: 'config/prompts/agent_prompt/analyst.json' },
    },
    agent_prompt: 'config/prompts/manager_prompt/reflect_analyse.json',
    data_prompt: 'config/prompts/data_prompt/{task}.json',
    max_step: 10,
  },
  'config/agents/manager_thought.json': {
    model_type: 'api',
    model_name: 'gpt-3.5-turbo-1106',
    temperature: 0,
    max_tokens: 300,
    model_kwargs: { stop: '\n' },
  },
  'config/agents/manager_action.json': {
    model_type: 'api',
    model_name: 'gpt-3.5-turbo-1106',
    temperature: 0,
    max_tokens: 300,
    json_mode: true,
  },
  'config/agents/analyst.json': {
    model_type: 'api',
    model_name: 'gpt-3.5-turbo-1106',
    max_tokens: 300,
    json_mode: true,
    tool_config: { info_retriever: { type: 'info', config_path: 'config/tools/info_database/{dataset}.json' } },
  },
  'config/agents/reflector.json': {
    model_type: 'opensource',
    model_path: 'lmsys/vicuna-7b-v1.5-16k',
    do_sample: true,
    temperature: 0.9,
    top_p: 1,
    max_new_tokens: 300,
    device: 'auto',
    json_mode: true,
    prefix: 'reflect',
    reflect_json_schema: { type: 'object' },
    keep_reflections: true,
    reflection_strategy: 'last_trial_and_reflection',
  },
  'config/prompts/manager_prompt/reflect_analyse.json': {
    manager_prompt: template('Do {task_type} in {max_step} steps. {examples}{reflections}{input}{scratchpad}'),
    manager_prompt_json: template(
      'Write {{"type": "Finish"}}. {task_type} {max_step} {examples}{reflections}{input}{scratchpad}',
    ),
    hint: raw('Finish now.'),
    valid_action_example: raw('Finish[{finish}]'),
    valid_action_example_json: raw('{"type": "finish", "content": {finish}}'),
  },
  'config/prompts/data_prompt/rp.json': {
    data_prompt: template('{user_id} {user_profile} {history} {target_item_id} {target_item_attributes}'),
    finish: raw('3.0'),
    finish_json: raw('3.0'),
  },
  'config/prompts/agent_prompt/analyst.json': {
    analyst_prompt_json: template('{analyse_type} {id} {task_type} {max_step} {examples} {fewshot} {history} {hint}'),
    analyst_examples_json: raw('{{"type": "UserInfo", "content": 1}}'),
    analyst_fewshot_json: raw(''),
    analyst_hint: raw('Finish now.'),
  },
  'config/prompts/agent_prompt/reflector.json': {
    reflect_prompt_json: template('{input}{scratchpad}{examples}'),
    reflect_examples_json: raw('{"correctness": true}'),
    reflection_header: raw('Before: '),
    last_trial_header: raw('The last: '),
    reflection_last_trial_header: raw('And: '),
  },
};
const SYSTEM = 'config/systems/collaboration/reflect_analyse.json';
const theirs = (changes: Readonly<Record<string, Json>> = {}): Partial<SystemRequest> => ({
  system: SYSTEM,
  files: { ...THEIRS, ...changes },
});
const changed = (path: string, change: Readonly<Record<string, Json>>): Partial<SystemRequest> =>
  theirs({ [path]: { ...(THEIRS[path] as Readonly<Record<string, Json>>), ...change } });

const withManager = (part: Readonly<Record<string, Json>>, files: Readonly<Record<string, Json>> = {}) => {
  const system = THEIRS[SYSTEM] as { readonly agents: { readonly Manager: Readonly<Record<string, Json>> } };
  const agents = { ...system.agents, Manager: { ...system.agents.Manager, ...part } };
  return theirs({ ...files, [SYSTEM]: { ...(system as unknown as Readonly<Record<string, Json>>), agents } });
};

describe("MACRec's own shape", () => {
  test('loads as it is', () => {
    const { maxSteps, thought, action, helpers } = read(theirs());
    expect(maxSteps).toBe(10);
    expect(thought).toMatchObject({ model: 'gpt-3.5-turbo-1106', maxTokens: 300, form: 'text', stop: ['\n'] });
    expect(action).toMatchObject({ form: 'json', temperature: 0 });
    expect(Object.keys(helpers)).toEqual(['Analyst', 'Reflector']);
    expect(helpers.Analyst?.maxSteps).toBe(20);
    expect(helpers.Reflector).toMatchObject({
      strategy: 'last_trial_and_reflection',
      settings: { model: 'lmsys/vicuna-7b-v1.5-16k', temperature: 0.9, maxTokens: 300 },
    });
  });

  test('an agent may be left out', () => {
    expect(Object.keys(read({ ...theirs(), without: ['Analyst'] }).helpers)).toEqual(['Reflector']);
  });
});

describe("the lab's own systems", () => {
  test.each(SYSTEM_PRESETS.flatMap(({ name }) => tasksOfSystem({}, name).map((task) => [name, task] as const)))(
    '%s loads for %s, in both forms',
    (system, task) => {
      for (const form of ['text', 'json'] as const) expect(() => read({ system, task, form })).not.toThrow();
    },
  );

  test('are files of the same shape', () => {
    expect(Object.keys(DEFAULT_FILES)).toContain('systems/analyst-reflector.json');
  });
});

describe('what is wrong is named', () => {
  test.each<readonly [what: string, request: Partial<SystemRequest>, message: string]>([
    ['a system that is not there', { system: 'nowhere.json' }, 'nowhere.json: recommender.options.system names it'],
    ['an unknown field of a system', changed(SYSTEM, { max_steps: 3 }), `${SYSTEM}: unknown field "max_steps"`],
    ['an unknown agent', changed(SYSTEM, { agents: { Manager: {}, Critic: {} } }), 'unknown field "Critic"'],
    [
      'a wrong kind of prompt',
      theirs({ 'config/prompts/data_prompt/rp.json': { finish: { type: 'rw', content: '' } } }),
      'config/prompts/data_prompt/rp.json: finish.type',
    ],
    [
      'a missing header of a strategy',
      theirs({ 'config/prompts/agent_prompt/reflector.json': { reflect_prompt_json: template('') } }),
      'the prompt "last_trial_header" is missing, which the Reflector needs',
    ],
    ...['User_ID', 'user-id', 'usr_id2', 'user id', 'constructor'].map(
      (place): [string, Partial<SystemRequest>, string] => [
        `the unknown place {${place}}`,
        changed('config/prompts/data_prompt/rp.json', { data_prompt: template(`{${place}}`) }),
        `config/prompts/data_prompt/rp.json: the prompt "data_prompt" has the unknown place {${place}}`,
      ],
    ),
    ...['last_trial_header', 'reflect_examples_json'].map((key): [string, Partial<SystemRequest>, string] => [
      `an unknown place of ${key}`,
      changed('config/prompts/agent_prompt/reflector.json', { [key]: template('{usr_id}') }),
      `the prompt "${key}" has the unknown place {usr_id}; it may have none`,
    ]),
    [
      'a file of the manager’s own prompts that is not there',
      withManager({ prompt_config: 'config/prompts/mine.json' }),
      `config/prompts/mine.json: ${SYSTEM} names it, but it is not among the files`,
    ],
    ['a task that it does not support', { ...theirs(), task: 'chat' as const }, 'supports rp, sr, gen, not chat'],
  ])('%s', (_what, request, message) => {
    expect(refused(request)).toContain(message);
  });
});
