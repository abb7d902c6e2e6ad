/** @file The roles that a row of Models gives: every language model that is ready can be the agent or the critic, and nothing else can. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { KeptModel, ModelClient } from '../../src/client/lab.ts';
import EndpointForm from '../../src/ui/pages/library/EndpointForm.svelte';
import ModelRow from '../../src/ui/pages/library/ModelRow.svelte';
import type { Row } from '../../src/ui/pages/library/rows.ts';
import type { Models } from '../../src/ui/pages/library/models.svelte.ts';
import type { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';
import '../../src/ui/app.css';

const chooseModel = vi.fn();
const setUp = { modelName: 'endpoint/large', criticName: '' };
const session = { settings: new KeptSettings(() => undefined, localStorage) };
const plan = { setUp, session, chooseModel } as unknown as Plan;
const models = {
  jobs: new Map(),
  problems: new Map(),
} as unknown as Models;

const kept = (change: Partial<KeptModel> = {}): KeptModel => ({
  key: 'small',
  name: 'transformers/small',
  options: {},
  kind: 'language',
  bytes: 1000,
  isWhole: true,
  source: 'hub.example',
  ...change,
});
const row = (change: Partial<Row> = {}): Row => ({
  key: 'small',
  name: 'transformers/small',
  title: 'Small',
  kind: 'language',
  bytes: 1000,
  memory: null,
  contextLength: 2048,
  obstacle: null,
  note: '',
  isWorthTrying: false,
  kept: kept(),
  ...change,
});

const roles = () => page.getByRole('button', { name: /^Use .* as agent$/ });

beforeEach(() => void chooseModel.mockClear());

describe('a row of a model', () => {
  test('that is ready makes it the agent', async () => {
    await render(ModelRow, { models, plan, row: row() });
    await page.getByRole('button', { name: 'Use Small as agent' }).click();
    expect(chooseModel.mock.calls).toEqual([['agent', 'transformers/small']]);
  });

  test.each([
    ['is not here', { kept: null }],
    ['is here in part', { kept: kept({ isWhole: false }) }],
    ['is an embedding', { kind: 'embedding', kept: kept({ kind: 'embedding' }) }],
  ] as const)('that %s gives no role', async (_, change) => {
    await render(ModelRow, { models, plan, row: row(change as Partial<Row>) });
    expect(roles().elements()).toEqual([]);
  });
});

test('an endpoint is allowed where it gets a role, and says which it has', async () => {
  const endpoint = (name: string) => ({ name, options: { baseUrl: 'http://127.0.0.1:1/v1' } });
  const allowEndpoint = vi.fn();
  const client = { isEndpointAllowed: () => false, allowEndpoint } as unknown as ModelClient;
  const kept = [endpoint('endpoint/large'), endpoint('endpoint/other')];
  await render(EndpointForm, { client, plan, kept, onuse: () => undefined, onremove: () => undefined });
  const large = page.getByRole('button', { name: 'Use large as agent' });
  await expect.element(large).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Use other as agent' }).click();
  expect(chooseModel.mock.calls).toEqual([['agent', 'endpoint/other']]);
  expect(allowEndpoint).toHaveBeenCalledOnce();
});
