/** @file Links of the Agents page: what was set up comes back as it was, also what agents' files hold, and nothing else opens so. */
import { expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { encodeNotebook } from '../../src/notebook/encode.ts';
import { linkTo } from '../../src/notebook/link.ts';
import { readAgentsLink } from '../../src/ui/pages/plan/plan-link.ts';
import { planNotebook } from '../../src/ui/pages/notebook/experiment-notebook.ts';
import { AGENTS_ADDRESS, placeOf } from '../../src/ui/places.ts';

const { defaultSpec } = describeLab();
const files = { 'prompts/analyst.json': { hint: { type: 'raw', content: 'Look twice.' } } };
const spec = {
  ...defaultSpec,
  split: { name: 'macrec', options: {} },
  tasks: { name: 'direct-recommendation', options: { users: [448], candidates: 8, history: 10 } },
  recommender: { name: 'macrec', options: { system: 'analyst-reflector', rounds: 2, files } },
  seed: 103,
};

const linkOf = (one: typeof spec): string => {
  const link = linkTo('https://example.org/', encodeNotebook(planNotebook('Agents', [one])));
  return new URL(link.replace('#', `#${AGENTS_ADDRESS}`)).hash;
};

test('a link holds the question, the system with its changed files, and the seed', () => {
  const hash = linkOf(spec);
  expect(placeOf(hash)).toBe('agents');
  expect(readAgentsLink(hash)?.spec).toMatchObject({
    tasks: spec.tasks,
    split: spec.split,
    recommender: spec.recommender,
    seed: 103,
  });
});

test('a run of a planner sets no agents up, and another page’s link is none', () => {
  const planner = { ...spec, recommender: { name: 'recmind', options: { planner: 'chain-of-thought' } } };
  expect(readAgentsLink(linkOf(planner as never))).toBeNull();
  expect(readAgentsLink('#agents')).toBeNull();
});
