/** @file The Compare page where a dataset is opened: nothing of another one stays, and nothing runs too early. */
import { beforeEach, expect, test, vi } from 'vitest';
import type {
  EvaluationInput,
  EvaluationOutline,
  EvaluationUpdate,
  Experiment,
  OpenDataset,
} from '../../src/client/lab.ts';
import type { EvaluationTable } from '../../src/core/evaluation.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { Compare } from '../../src/ui/pages/compare/compare.svelte.ts';
import type { Models } from '../../src/ui/pages/library/models.svelte.ts';
import type { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { Kept } from '../../src/ui/parts/kept/kept.svelte.ts';
import type { Session } from '../../src/ui/session.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';

const outline: EvaluationOutline = { rows: ['a'], methods: 1, tasks: 3, done: 0, models: [] };
const table = { name: 'comparison-1', rows: [] } as unknown as EvaluationTable;

const measured = { ...table, base: 'a', rows: [{ label: 'a' }, { label: 'b' }] } as unknown as EvaluationTable;

const datasetOf = (name: string): OpenDataset =>
  ({ manifest: { name, title: name }, people: 10, taskProblems: {} }) as unknown as OpenDataset;
const keptOf = (dataset: string): Experiment =>
  ({
    id: 'comparison-1',
    kind: 'grid',
    dataset,
    spec: { name: 'comparison-1', seeds: [1, 2, 3] },
  }) as unknown as Experiment;

/** The lab, which answers when it is told to. */
function scriptedLab() {
  let list: (kept: readonly Experiment[]) => void = () => undefined;
  let end: (outcome: object) => void = () => undefined;
  const listed = new Promise<readonly Experiment[]>((resolve) => (list = resolve));
  const ended = new Promise<object>((resolve) => (end = resolve));
  const updates: OnUpdate[] = [];
  const answers = {
    outline: vi.fn(() => Promise.resolve(outline)),
    table: vi.fn(() => Promise.resolve(table)),
  };
  const client = {
    list: () => listed,
    query: (what: 'outline' | 'table') => answers[what](),
    keep: vi.fn((_what: string, { base }: { base: string }) => Promise.resolve({ ...measured, base })),
    start: vi.fn((_kind: string, _id: string, _input: EvaluationInput, { onUpdate }: { onUpdate: OnUpdate }) => {
      updates.push(onUpdate);
      return ended;
    }),
  };
  const session = {
    description: describeLab(),
    entries: [],
    settings: new KeptSettings(() => undefined, null),
    client,
    settle: () => undefined,
    attempt: (_what: string, work: () => Promise<void>) => work(),
  } as unknown as Session;
  Object.assign(session, { kept: new Kept(session) });
  const models = { ready: [], look: () => Promise.resolve() } as unknown as Models;
  return { compare: new Compare(session, {} as Plan, models), client, answers, list, end, updates };
}

type OnUpdate = (update: EvaluationUpdate) => void;

let lab: ReturnType<typeof scriptedLab>;
beforeEach(() => {
  lab = scriptedLab();
});

test('nothing runs before it is known which evaluations are kept', async () => {
  const { compare, client, answers, list } = lab;
  const opening = compare.use(datasetOf('films'));
  await compare.refresh();
  await compare.run();
  expect(answers.outline).not.toHaveBeenCalled();
  expect(client.start).not.toHaveBeenCalled();
  expect(compare.outline).toBeNull();
  list([keptOf('films')]);
  await opening;
  expect(compare.grid?.input).toMatchObject({ name: 'comparison-1', seeds: [1, 2, 3] });
  expect(compare.outline).toBe(outline);
  expect(compare.table).toBe(table);
});

test('nothing of another dataset stays, also where its evaluation is still stopping', async () => {
  const { compare, list, end, updates } = lab;
  list([keptOf('films')]);
  await compare.use(datasetOf('films'));
  const first = compare.run();
  const opening = compare.use(datasetOf('books'));
  expect(compare.outline).toBeNull();
  expect(compare.table).toBeNull();
  updates[0]?.({ type: 'table', table });
  await opening;
  end({ outcome: 'stopped', error: null });
  await first;
  expect(compare.grid?.name).toBe('unnamed');
  expect(compare.table).toBeNull();
  expect(compare.running).toBeNull();
});

test('another reference changes the table that is shown at once, and a row that it has not leaves it', async () => {
  const { compare, client, answers, list } = lab;
  answers.table.mockResolvedValue(measured);
  list([keptOf('films')]);
  await compare.use(datasetOf('films'));
  expect(compare.table).toBe(measured);
  const choose = async (base: string): Promise<void> => {
    compare.grid?.set(['base'], base === '' ? undefined : base);
    await compare.refresh();
  };
  await choose('b');
  expect(compare.table?.base).toBe('b');
  await choose('c');
  expect(compare.table?.base).toBe('b');
  await choose('');
  expect(compare.table?.base).toBe('a');
  expect(client.keep).toHaveBeenCalledTimes(2);
});
