/** @file The person at the page, in a real lab: kept, planned for, held out, and erased. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnPerson } from '../../../src/core/dataset.ts';
import type { RunSpec } from '../../../src/core/run.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import type { LabService } from '../../../src/lab/service.ts';
import { personDesk } from '../../../src/lab/person/person.ts';
import type { Workbench } from '../../../src/lab/run/workbench.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { openLab } from '../open-lab.ts';

const NEVER = new AbortController().signal;
const ID = 601;

describe('the person at the page', () => {
  const files = new MemoryFileStore();
  let lab: LabService;
  let items: readonly number[];
  beforeAll(async () => {
    lab = await openLab(files);
    items = (await lab.person.itemsToRate('', 12)).map(({ id }) => id);
  }, 60_000);

  const rateTen = async (): Promise<OwnPerson> => {
    let person: OwnPerson | null = null;
    for (const [at, item] of items.slice(0, 10).entries())
      person = (await lab.person.change({ type: 'rate', item, rating: 0.5 + (at % 10) / 2 })).person;
    return person as OwnPerson;
  };
  const specOf = async (person: OwnPerson | null, users: readonly number[] = [ID]): Promise<RunSpec> => {
    const { defaultSpec } = await lab.describe();
    return {
      ...defaultSpec,
      dataset: { name: 'synthetic-films', options: person === null ? {} : { person: person as never } },
      tasks: { ...defaultSpec.tasks, options: { ...defaultSpec.tasks.options, count: null, users } },
    };
  };
  const run = async (id: string, spec: RunSpec) => {
    const events: TraceEvent[] = [];
    const summary = await lab.run(id, spec, { onEvents: (batch) => events.push(...batch), signal: NEVER });
    return { events, summary };
  };

  test('rates, rates anew, holds out and takes back; what cannot be is refused and changes nothing', async () => {
    const [one = 0, two = 0, three = 0] = items;
    for (const item of [one, two, three]) await lab.person.change({ type: 'rate', item, rating: 3 });
    await lab.person.change({ type: 'rate', item: one, rating: 4.5 });
    const { person } = await lab.person.change({ type: 'hold-out', item: one });
    expect(person?.ratings).toEqual([
      { item: two, rating: 3 },
      { item: three, rating: 3 },
      { item: one, rating: 4.5 },
    ]);
    await expect(lab.person.change({ type: 'rate', item: one, rating: 4.7 })).rejects.toThrow(/not on the scale/);
    await expect(lab.person.change({ type: 'rate', item: -1, rating: 4 })).rejects.toThrow(/has no film/);
    expect((await lab.person.read()).person).toEqual(person);
    for (const item of [one, two, three]) await lab.person.change({ type: 'remove', item });
    expect(await lab.person.read()).toMatchObject({ id: ID, person: null, fingerprint: '' });
    expect(await files.list('people')).toEqual([]);
  });

  test('ratings that come at the same time are all kept', async () => {
    await Promise.all(items.slice(0, 8).map((item) => lab.person.change({ type: 'rate', item, rating: 4 })));
    expect((await lab.person.read()).person?.ratings).toHaveLength(8);
    await lab.person.erase();
  }, 60_000);

  test('is planned for; they are held to what they hold out, and the run repeats itself', async () => {
    const person = await rateTen();
    const spec = await specOf(person);
    const { events, summary } = await run('own', spec);
    expect(summary).toMatchObject({ outcome: 'done', tasks: 1 });
    const held = person.ratings.at(-1);
    expect(events.find((event) => event.type === 'truth')).toMatchObject({ truth: { rating: held?.rating } });
    expect(events[0]).toMatchObject({ dataset: { person: { id: ID, name: 'You' }, counts: { users: 601 } } });
    expect((await run('own-again', spec)).summary.digest).toBe(summary.digest);
    expect((await lab.kept.list()).find(({ id }) => id === 'own')).toMatchObject({
      spec: { dataset: { options: { person: { name: 'You' } } } },
      about: expect.stringContaining('You') as string,
    });
  }, 120_000);

  test('stays out of everybody else’s: people, profile and runs are those of the dataset alone', async () => {
    await rateTen();
    expect(await lab.users('You', 10)).toEqual([]);
    expect((await lab.users('', 1000)).some(({ id }) => id === ID)).toBe(false);
    const { rows } = await lab.query(`SELECT count(*) FROM users WHERE user_id = ${String(ID)}`, NEVER);
    expect(rows).toEqual([[0]]);
    const before = (await run('before', await specOf(null, [1]))).summary.digest;
    await lab.person.erase();
    expect((await run('after', await specOf(null, [1]))).summary.digest).toBe(before);
  }, 120_000);

  test('leaves no file behind once erased but the runs, which say whose ratings they hold', async () => {
    const person = await rateTen();
    await run('kept', await specOf(person));
    await lab.person.erase();
    expect(await files.list('people')).toEqual([]);
    const text = new TextDecoder();
    const holding: string[] = [];
    for (const folder of ['people', 'builds', 'experiments', 'embeddings'])
      for (const path of await files.list(folder))
        if (text.decode((await files.read(path)) ?? undefined).includes('"person":{')) holding.push(path);
    expect(holding.every((path) => path.startsWith('experiments/'))).toBe(true);
    const builds = new Set((await files.list('builds')).map((path) => path.split('/')[1]));
    expect(builds.size).toBe(1);
  }, 120_000);

  test('is forgotten by a tab that reads that another one erased them', async () => {
    const dataset = madeUpDataset({ users: 5, items: 5 });
    const shared = new MemoryFileStore();
    let forgotten = 0;
    const workbench = () => ({ dataset, forgetOwnPeople: () => (forgotten += 1) }) as unknown as Workbench;
    const [one, other] = [0, 1].map(() => personDesk({ files: () => Promise.resolve(shared), workbench }));
    const [item] = dataset.items;
    await one?.change({ type: 'rate', item: item?.id ?? 0, rating: 3 });
    expect((await other?.read())?.person?.ratings).toHaveLength(1);
    expect(forgotten).toBe(0);
    await one?.erase();
    expect((await other?.read())?.person).toBeNull();
    // Once in each tab.
    expect(forgotten).toBe(2);
  });
});
