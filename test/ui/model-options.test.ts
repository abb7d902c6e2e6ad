/** @file What specs say of the models that are kept in this browser. */
import { describe, expect, test, vi } from 'vitest';
import type { KeptModel } from '../../src/client/lab.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { Grid } from '../../src/ui/forms/grid/grid.svelte.ts';
import { Models } from '../../src/ui/pages/library/models.svelte.ts';
import { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import type { Session } from '../../src/ui/session.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';

// There is no frame here.
vi.mock('../../src/client/embedded.ts', () => ({ embedded: false }));
vi.mock('../../src/client/site-keeper.ts', () => ({ keepRuntimes: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

const NAME = 'transformers/owner/model';

const kept = (changes: Partial<KeptModel> = {}): KeptModel => ({
  key: 'one',
  name: NAME,
  options: {},
  kind: 'language',
  bytes: 1,
  isWhole: true,
  source: 'host',
  ...changes,
});

const DESCRIPTION = describeLab();

/** What is opened is told to `onOpen`, what is let go of to `onUnload`. */
async function modelsWith(
  here: readonly KeptModel[],
  onOpen?: (spec: unknown) => void,
  onUnload?: (name: string) => void,
): Promise<Models> {
  const session = {
    description: DESCRIPTION,
    settings: new KeptSettings(() => undefined, null),
    settle: () => undefined,
    attempt: (_what: string, work: () => Promise<void>) => work(),
    client: {
      kept: { list: () => Promise.resolve([]) },
      storage: { made: () => undefined },
      models: {
        loaded: [{ name: NAME, options: {} }],
        list: () => Promise.resolve({ device: null, catalogue: [], kept: here }),
        remove: () => Promise.resolve(),
        unload: (spec?: { readonly name: string }) => onUnload?.(spec?.name ?? 'all'),
        open: (spec: unknown) => {
          onOpen?.(spec);
          return Promise.reject(new DOMException('', 'AbortError'));
        },
      },
    },
  } as unknown as Session;
  const models = new Models(session);
  await models.look();
  return models;
}

describe('a kept model', () => {
  test('that is not all here, or that only a notebook names, is not what a spec means', async () => {
    const models = await modelsWith([kept({ options: { dtype: 'fp16' }, isWhole: false }), kept({ options: null })]);
    expect([models.optionsOf(NAME), models.ready]).toEqual([{}, []]);
  });

  test('is what the Plan and Compare pages run and what is measured', async () => {
    const opened: unknown[] = [];
    const models = await modelsWith([kept({ options: { dtype: 'fp16' } })], (spec) => opened.push(spec));
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

  test('that is removed is unloaded, and chosen by nobody any more', async () => {
    const unloaded: string[] = [];
    const here = [kept(), kept({ key: 'other', isWhole: false })];
    const models = await modelsWith(here, undefined, (name) => unloaded.push(name));
    Object.assign(models.client, { remove: () => Promise.resolve(here.splice(0)) });
    const plan = new Plan((models as unknown as { session: Session }).session, models);
    plan.setUp = new SetUp(DESCRIPTION, (name) => models.optionsOf(name));
    for (const [role, remove] of [
      ['agent', () => models.remove(kept())],
      ['critic', () => models.remove(kept())],
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
