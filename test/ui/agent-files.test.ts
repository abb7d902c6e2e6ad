/** @file Configuration files of teams: what is taken of what a person opens, and how prompts are edited. */
import { describe, expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { filesIn } from '../../src/ui/pages/team/own-files.svelte.ts';
import { methodsOf } from '../../src/ui/forms/grid/methods.ts';

const SYSTEM = {
  supported_tasks: ['rp', 'chat'],
  agents: {
    Manager: { thought_config_path: 'config/agents/a.json', action_config_path: 'config/agents/a.json' },
    Analyst: { config_path: 'config/agents/a.json' },
  },
  agent_prompt: 'config/prompts/m.json',
  data_prompt: 'config/prompts/{task}.json',
};

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
});
