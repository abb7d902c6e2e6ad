/** @file Configuration files on the Agents page: what is taken of what a person opens, and how prompts are edited. */
import { describe, expect, test } from 'vitest';
import { describeAgents, describeLab } from '../../src/lab/describe.ts';
import { filesIn, promptsIn, withoutPrompt, withPrompt } from '../../src/ui/pages/agents/prompt-file.ts';
import { systemOfFile } from '../../src/ui/parts/agents/system-file.ts';
import { methodsOf } from '../../src/ui/forms/grid/methods.ts';
import { Grid } from '../../src/ui/forms/grid/grid.svelte.ts';

const SYSTEM = {
  supported_tasks: ['rp', 'chat'],
  agents: {
    Manager: { thought_config_path: 'config/agents/a.json', action_config_path: 'config/agents/a.json' },
    Analyst: { config_path: 'config/agents/a.json' },
  },
  agent_prompt: 'config/prompts/m.json',
  data_prompt: 'config/prompts/{task}.json',
};

/** What Compare makes of an evaluation with these rows. */
function gridOf(recommenders: never[], files = {}): Grid {
  const models = { ready: [], titleOf: (name: string) => name, optionsOf: () => ({}) };
  const grid = new Grid(describeLab(), models, () => ({ files, program: null }));
  grid.restore({ spec: { tasks: { name: 'rating-prediction' } }, recommenders });
  return grid;
}

describe('what is opened', () => {
  test('keeps its path in MACRec’s repository', () => {
    const { taken, leftOut } = filesIn('MACRec/config/systems/collaboration/own.json', JSON.stringify(SYSTEM));
    expect(taken).toEqual({ 'config/systems/collaboration/own.json': SYSTEM });
    expect(leftOut).toEqual([]);
  });

  test.each([
    ['keys of a service', '{"api_base": "https://example.org", "api_key": "secret"}'],
    ['no JSON', '{'],
    ['a list', '[1]'],
  ])('is left out where it is %s', (_what, text) => {
    expect(filesIn('config/api-config.json', text)).toEqual({ taken: {}, leftOut: ['config/api-config.json'] });
  });

  test('may be a bundle that the page saved', () => {
    const { files } = describeAgents();
    expect(filesIn('analyst.macrec.json', JSON.stringify(files))).toEqual({ taken: files, leftOut: [] });
  });

  test('is a system to choose where it is one', () => {
    const { tasks, agents, name } = systemOfFile('config/systems/own.json', SYSTEM, describeAgents());
    expect(name).toBe('config/systems/own.json');
    expect(agents).toEqual(['Analyst']);
    expect(tasks).toEqual(['rating-prediction', 'conversation', 'single-agent']);
  });
});

test('prompts are changed one by one, and a file of another kind has none', () => {
  const file = { hint: { content: 'Finish now.' }, finish: { type: 'raw', content: '3.5' } };
  expect(promptsIn(file)).toEqual([
    { key: 'hint', type: 'template', content: 'Finish now.' },
    { key: 'finish', type: 'raw', content: '3.5' },
  ]);
  expect(withPrompt(file, 'finish', { type: 'raw', content: '4' })).toEqual({
    ...file,
    finish: { type: 'raw', content: '4' },
  });
  expect(withoutPrompt(file, 'hint')).toEqual({ finish: file.finish });
  expect(promptsIn(SYSTEM)).toEqual([]);
});

describe('a person’s files on Compare', () => {
  const lab = describeLab();
  const agentsOf = (own: Readonly<Record<string, never>>) =>
    methodsOf(lab, 'rating-prediction', { files: own, program: null }).filter(({ name }) => name.endsWith('/own'));

  test('make an opened system a row, with the files that it is made of and no others', () => {
    const own = {
      'config/systems/own.json': SYSTEM,
      'config/agents/a.json': { model_type: 'api' },
      'config/prompts/m.json': { manager_prompt: { type: 'raw', content: '…' } },
      'config/prompts/rp.json': { data_prompt: { type: 'raw', content: '…' } },
      'config/agents/unused.json': { model_type: 'api' },
    } as never;
    const [row, ...others] = agentsOf(own);
    expect(others).toEqual([]);
    expect(row?.title).toBe('config/systems/own.json');
    const { files, system } = row?.recommender['options'] as { files: object; system: string };
    expect(system).toBe('config/systems/own.json');
    expect(Object.keys(files).sort()).toEqual([
      'config/agents/a.json',
      'config/prompts/m.json',
      'config/prompts/rp.json',
      'config/systems/own.json',
    ]);
  });

  test('make a system of the lab a second row where a prompt of it was changed, beside the row as it is', () => {
    const path = 'prompts/analyst.json';
    const own = { [path]: { analyst_prompt: { type: 'raw', content: 'Mine.' } } } as never;
    const titles = agentsOf(own).map(({ title }) => title);
    expect(titles).toContain('Manager, analyst and reflector, my files');
    expect(titles).not.toContain('Manager, my files');
    const all = methodsOf(lab, 'rating-prediction', { files: own, program: null });
    const plain = all.find(({ name }) => name === 'macrec/analyst-reflector');
    const changed = all.find(({ name }) => name === 'macrec/analyst-reflector/own');
    const rows = [plain?.recommender ?? null, changed?.recommender ?? null] as never[];
    expect(gridOf(rows, own).ticked.map(({ name }) => name)).toEqual([plain?.name, changed?.name]);
    expect(agentsOf({})).toEqual([]);
  });
});
