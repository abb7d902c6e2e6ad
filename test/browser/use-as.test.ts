/** @file The roles that a row of Models gives: every language model that is ready can be the agent or the critic, and nothing else can. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { StoredModel } from '../../src/client/library-client.ts';
import KeptEndpoints from '../../src/ui/pages/models/KeptEndpoints.svelte';
import ModelRow from '../../src/ui/pages/models/ModelRow.svelte';
import type { Row } from '../../src/ui/pages/models/model-rows.ts';
import type { Models } from '../../src/ui/pages/models/models.svelte.ts';
import PromptApiRow from '../../src/ui/pages/models/PromptApiRow.svelte';
import type { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';
import '../../src/ui/app.css';
import { installPromptDouble } from './prompt-double.ts';

const chooseModel = vi.fn();
const setUp = { modelName: 'endpoint/large', criticName: '' };
const session = { settings: new KeptSettings(() => undefined, localStorage) };
const plan = { setUp, session, chooseModel } as unknown as Plan;
const models = {
  jobs: new Map(),
  problems: new Map(),
  checked: new Map(),
  benchmarkOf: () => null,
  isDescribed: () => true,
} as unknown as Models;

const stored = (change: Partial<StoredModel> = {}): StoredModel =>
  ({
    name: 'transformers/small',
    source: 'https://hub.example',
    addresses: {},
    kind: 'language',
    dtype: 'q8',
    complete: true,
    bytes: 1000,
    totalBytes: 1000,
    ...(change as object),
  }) as StoredModel;
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
  stored: stored(),
  ...change,
});

const roles = () => page.getByRole('button', { name: /^Use .* as (?:agent|critic)$/ });

beforeEach(() => void chooseModel.mockClear());

describe('a row of a model', () => {
  test('that is ready makes it the agent or the critic', async () => {
    await render(ModelRow, { models, plan, row: row() });
    await page.getByRole('button', { name: 'Use Small as agent' }).click();
    await page.getByRole('button', { name: 'Use Small as critic' }).click();
    expect(chooseModel.mock.calls).toEqual([
      ['agent', 'transformers/small'],
      ['critic', 'transformers/small'],
    ]);
  });

  test.each([
    ['is not here', { stored: null }],
    ['is here in part', { stored: stored({ complete: false }) }],
    ['is an embedding', { kind: 'embedding', stored: stored({ kind: 'embedding' }) }],
  ] as const)('that %s gives no role', async (_, change) => {
    await render(ModelRow, { models, plan, row: row(change as Partial<Row>) });
    expect(roles().elements()).toEqual([]);
  });
});

test('an endpoint is switched on where it gets a role, and says which it has', async () => {
  const ontoggle = vi.fn();
  const endpoint = (name: string) => ({ name, options: { baseUrl: 'http://127.0.0.1:1/v1' } });
  const nothing = (): void => undefined;
  const own = { models: [endpoint('endpoint/large'), endpoint('endpoint/other')], onedit: nothing, onremove: nothing };
  await render(KeptEndpoints, { plan, ...own, isOn: () => false, ontoggle });
  const large = page.getByRole('button', { name: 'Use large as agent' });
  await expect.element(large).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Use other as critic' }).click();
  expect(chooseModel.mock.calls).toEqual([['critic', 'endpoint/other']]);
  expect(ontoggle).toHaveBeenCalledOnce();
});

test('so does the browser’s own model, where it is ready', async () => {
  const { remove } = installPromptDouble({ availability: 'available' });
  try {
    await render(PromptApiRow, { onready: () => undefined, plan });
    await page.getByRole('button', { name: 'Use the browser’s built-in model as agent' }).click();
    expect(chooseModel.mock.calls).toEqual([['agent', 'browser/prompt-api']]);
  } finally {
    remove();
  }
});
