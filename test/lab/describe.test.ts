/** @file What the page offers is what the registries hold. */
import { expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { POLICIES } from '../../src/lab/training/policy-registry.ts';

test('every policy of the registry is offered, with its title, what it is and what may be set', () => {
  const { policies } = describeLab();
  for (const [name, { title, about, options }] of Object.entries(POLICIES))
    expect(policies).toContainEqual({ name, title, about, kind: 'policy', options: Object.keys(options) });
  expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
  expect(policies.filter(({ kind }) => kind === 'planner').map(({ title }) => title)).toContain('InteRecAgent');
});
