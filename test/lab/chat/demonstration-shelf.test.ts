import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { DemonstrationShelf } from '../../../src/lab/chat/demonstration-shelf.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { openMadeUp, type Opened } from '../../recommenders/interec/open-made-up.ts';

const { signal } = new AbortController();
const OWN = { request: 'My own words', plan: { intent: 'chit-chat', steps: [], reply: 'Well said.' } } as const;
let opened: Opened;
let shelf: DemonstrationShelf;
beforeAll(async () => {
  opened = await openMadeUp();
});
beforeEach(() => {
  const files = new MemoryFileStore();
  shelf = new DemonstrationShelf(() => Promise.resolve(files));
});

async function shown(mode: 'zero' | 'fixed' | 'dynamic', text: string, model = scriptedModel({})) {
  const { catalogue } = opened;
  const demonstrations = await shelf.of(mode, { catalogue, model, signal });
  return (await demonstrations?.of(text, { signal }))?.map(({ request }) => request) ?? null;
}

describe('demonstrations', () => {
  test('a language model is shown what was made of its own catalogue, asked nothing, and the same each time', async () => {
    const model = scriptedModel({});
    const first = await shown('dynamic', 'When did Night Ferry come out and who directed it?', model);
    expect(first).toHaveLength(3);
    expect(first?.join()).toMatch(/When did .+ come out and who directed it\?/);
    expect(first?.join()).not.toContain('ITEM');
    expect(model.requests).toEqual([]);
    expect(await shown('dynamic', 'When did Night Ferry come out and who directed it?')).toEqual(first);
  });

  test('what was kept of a conversation goes when its profile is erased, and what holds an entry when that is taken out', async () => {
    const filter = { tool: 'filter', input: { conditions: [{ attribute: 'genre', not: ['Horror'] }] } } as const;
    const horror = { request: 'nothing scary', plan: { intent: 'recommend', steps: [filter], reply: '' } } as const;
    await shelf.add('a', OWN);
    await shelf.add('a', horror);
    await shelf.add('b', { ...OWN, request: 'Other words' });
    expect(await shown('dynamic', 'nothing scar')).toContain(horror.request);
    expect(await shelf.forget('b', { gone: ['genre: Horror'], isAll: false })).toBe(false);
    expect(await shelf.forget('a', { gone: ['genre: Horror'], isAll: false })).toBe(true);
    expect(await shown('dynamic', 'nothing scar')).not.toContain(horror.request);
    expect(await shown('dynamic', 'My own word')).toContain(OWN.request);
    expect(await shelf.forget('a', { gone: [], isAll: true })).toBe(true);
    expect(await shown('dynamic', 'My own word')).not.toContain(OWN.request);
    expect(await shown('dynamic', 'Other word')).toContain('Other words');
  });
});
