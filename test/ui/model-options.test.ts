/** @file What specs say of the models that are kept in this browser. */
import { describe, expect, test, vi } from 'vitest';
import type { LibraryClient, StoredModel } from '../../src/client/library-client.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { Grid } from '../../src/ui/forms/grid/grid.svelte.ts';
import { Models } from '../../src/ui/pages/models/models.svelte.ts';
import { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import type { Session } from '../../src/ui/session.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';

// There is no frame here.
vi.mock('../../src/client/embedded.ts', () => ({ embedded: false }));

const NAME = 'transformers/owner/model';

const kept = (changes: Partial<StoredModel> = {}): StoredModel => ({
  name: NAME,
  kind: 'language',
  bytes: 1,
  totalBytes: 1,
  complete: true,
  source: 'https://host/',
  addresses: {},
  revision: 'main',
  dtype: 'q8',
  ...changes,
});

const DESCRIPTION = describeLab();

/** What is opened is told to `onOpen`, what is let go of to `onUnload`. */
async function modelsWith(
  stored: readonly StoredModel[],
  onOpen?: (spec: unknown) => void,
  onUnload?: (name: string) => void,
): Promise<Models> {
  const session = {
    description: DESCRIPTION,
    settings: new KeptSettings(() => undefined, null),
    settle: () => undefined,
    attempt: (_what: string, work: () => Promise<void>) => work(),
    client: {
      savedRuns: () => Promise.resolve([]),
      models: {
        loaded: [{ name: NAME, options: {} }],
        unload: (spec?: { readonly name: string }) => onUnload?.(spec?.name ?? 'all'),
        open: (spec: unknown) => {
          onOpen?.(spec);
          return Promise.reject(new DOMException('', 'AbortError'));
        },
      },
    },
  } as unknown as Session;
  const none = (): Promise<readonly never[]> => Promise.resolve([]);
  const library = {
    device: none,
    catalogue: none,
    stored: () => Promise.resolve(stored),
    benchmarks: none,
    remove: () => Promise.resolve(),
  };
  const models = new Models(library as unknown as LibraryClient, session);
  await models.look();
  return models;
}

describe('a kept model', () => {
  test.each([
    ['int8 of the usual branch', {}, {}],
    ['int8 of a folder', { revision: 'imported' }, {}],
    ['16-bit floats', { dtype: 'fp16' }, { dtype: 'fp16' }],
    ['32-bit floats of a folder', { dtype: 'fp32', revision: 'imported' }, { dtype: 'fp32' }],
    ['int4 of a tag', { dtype: 'q4', revision: 'v2' }, { dtype: 'q4', revision: 'v2' }],
    ['one that is compiled for the graphics card', { name: 'web-llm/m', dtype: 'q4f16_1' }, {}],
  ])('is named as it is: %s', async (_what, changes, options) => {
    const model = kept(changes);
    expect((await modelsWith([model])).optionsOf(model.name)).toEqual(options);
  });

  test('that is not all here is not what a spec means', async () => {
    const models = await modelsWith([kept({ dtype: 'fp16', complete: false }), kept()]);
    expect(models.optionsOf(NAME)).toEqual({});
  });

  test('is what the Plan and Compare pages run and what is measured', async () => {
    const opened: unknown[] = [];
    const models = await modelsWith([kept({ dtype: 'fp16' })], (spec) => opened.push(spec));
    const setUp = new SetUp(DESCRIPTION, (name) => models.optionsOf(name));
    setUp.chooseModel(NAME);
    const grid = new Grid(DESCRIPTION, models);
    for (const choice of grid.modelChoices) if (choice.key === NAME) grid.toggleModel(choice);
    await models.benchmark(NAME);
    const spec = { name: NAME, options: { dtype: 'fp16' } };
    expect(setUp.spec('chain-of-thought').model).toEqual(spec);
    expect(grid.input['models']).toContainEqual(expect.objectContaining(spec));
    expect(opened).toEqual([spec]);
  });

  test('that is deleted is unloaded, and chosen by nobody any more', async () => {
    const unloaded: string[] = [];
    const here = [kept(), kept({ source: 'https://other/', complete: false })];
    const models = await modelsWith(here, undefined, (name) => unloaded.push(name));
    Object.assign(models.library, {
      remove: () => Promise.resolve(here.splice(0)),
      removeAll: () => Promise.resolve(here.splice(0)),
    });
    const plan = new Plan((models as unknown as { session: Session }).session, models);
    plan.setUp = new SetUp(DESCRIPTION, (name) => models.optionsOf(name));
    for (const [role, remove] of [
      ['agent', () => models.remove(kept())],
      ['critic', () => models.removeAll()],
    ] as const) {
      here.push(kept());
      await models.refresh();
      plan.chooseModel(role, NAME);
      const grid = new Grid(DESCRIPTION, models);
      const choice = grid.modelChoices.find(({ key }) => key === NAME);
      if (choice !== undefined) grid.toggleModel(choice);
      expect(JSON.stringify(grid.input)).toContain(NAME);
      expect(plan.setUp.used.map(({ name }) => name)).toContain(NAME);
      await remove();
      expect(plan.setUp).toMatchObject({ modelName: 'built-in/reasoner', criticName: '', lost: models.titleOf(NAME) });
      expect(JSON.stringify([plan.setUp.spec('chain-of-thought'), grid.input])).not.toContain(NAME);
    }
    expect(new Set(unloaded)).toEqual(new Set([NAME]));
    // Another model's end is none of theirs.
    plan.chooseModel('agent', 'transformers/other');
    await models.remove(kept());
    expect(plan.setUp).toMatchObject({ modelName: 'transformers/other', lost: '' });
  });
});

test('a download from another address takes WebLLM’s libraries from where they were said to be', async () => {
  const asked: unknown[] = [];
  const models = await modelsWith([]);
  Object.assign(models.library, { download: (...call: unknown[]) => asked.push(call.slice(0, 2)) });
  models.sourceKind = 'address';
  models.address = 'https://mirror.example/{model}';
  const common = { source: models.address, revision: 'main' };
  await models.download('web-llm/m', '');
  models.libraryAddress = ' https://mirror.example/libraries ';
  await models.download('web-llm/m', '');
  await models.download(NAME, 'q8');
  models.sourceKind = 'hub';
  await models.download('web-llm/m', '');
  expect(asked).toEqual([
    ['web-llm/m', { ...common, dtype: '' }],
    ['web-llm/m', { ...common, dtype: '', librarySource: 'https://mirror.example/libraries' }],
    [NAME, { ...common, dtype: 'q8' }],
    ['web-llm/m', { source: '', revision: 'main', dtype: '' }],
  ]);
});
