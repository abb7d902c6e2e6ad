/** Conversations survive a crash in the middle of a line, damage and a full disk: real labs on one store. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { folderFileStore } from '../../src/cli/folder-file-store.ts';
import type { FileStore } from '../../src/core/file-store.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import type { ChatSettings } from '../../src/lab/chat/service.ts';
import type { LabService } from '../../src/lab/service.ts';
import { ConversationFold } from '../../src/trace/conversation-fold.ts';
import { limitedStore, type LimitedStore } from '../data/store/limited-store.ts';
import { openLab } from './open-lab.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NEVER = new AbortController().signal;
const PATH = 'experiments/c1/events.jsonl';
const SETTINGS: ChatSettings = {
  model: { name: 'built-in/reasoner', options: {} },
  critic: null,
  planning: 'plan-first',
  reflections: 0,
  profile: true,
  demonstrations: 'zero',
};

/** A page: what it was told, and its conversation folded. */
class Tab {
  readonly lab: LabService;
  events: TraceEvent[] = [];

  constructor(lab: LabService) {
    this.lab = lab;
  }

  async say(text: string, signal = NEVER): Promise<void> {
    await this.lab.chats.say('c1', SETTINGS, text, { onEvents: (batch) => this.events.push(...batch), signal });
  }

  async reload(): Promise<void> {
    this.events = [...(await this.lab.kept.read('c1')).events];
  }

  get said(): readonly string[] {
    const fold = new ConversationFold();
    for (const event of this.events) fold.add(event);
    return fold.turns.map(({ text }) => text);
  }
}

const folder = temporaryFolder();

describe.each<readonly [string, () => FileStore]>([
  ['in memory', () => new MemoryFileStore()],
  ['in a folder', () => folderFileStore(folder)],
])('a conversation kept %s', (_, openStore) => {
  let files: LimitedStore;
  let labs: readonly [LabService, LabService];
  let a: Tab;
  let b: Tab;

  beforeAll(async () => {
    files = limitedStore(openStore());
    labs = [await openLab(files), await openLab(files)];
  }, 240_000);

  beforeEach(async () => {
    files.isFull = false;
    await files.remove('experiments');
    [a, b] = [new Tab(labs[0]), new Tab(labs[1])];
    await a.lab.kept.remove('c1');
    await b.lab.kept.remove('c1');
  });

  const text = async (): Promise<string> => new TextDecoder().decode((await files.read(PATH)) ?? undefined);
  const kept = async (): Promise<readonly TraceEvent[]> => {
    const { events, fault } = await b.lab.kept.read('c1');
    expect(fault).toBeNull();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index));
    return events;
  };

  test('is continued after a line that was cut off anywhere', async () => {
    await a.say('comedies from the nineties');
    const whole = await kept();
    for (const share of [0.2, 0.5, 0.99]) {
      const line = `${JSON.stringify({ ...whole.at(-1), seq: whole.length })}\n`;
      await files.write(PATH, new TextEncoder().encode((await text()) + line.slice(0, line.length * share)));
      await b.reload();
      const { length } = b.said;
      await b.say('something older');
      expect(b.said).toHaveLength(length + 1);
      expect(await kept()).toEqual(b.events);
    }
  });

  test('that is damaged in the middle opens with what stands before, says where, goes on, and keeps the rest', async () => {
    await a.say('comedies from the nineties');
    const turn = (await kept()).length;
    await a.say('something older');
    const lines = (await text()).split('\n');
    const rest = ['{"seq":', ...lines.slice(turn + 1)].join('\n');
    await files.write(PATH, new TextEncoder().encode([...lines.slice(0, turn), rest].join('\n')));
    const { events, fault } = await b.lab.kept.read('c1');
    expect([events.length, fault?.line, fault?.problem]).toEqual([turn, turn + 1, 'it is not JSON']);
    expect((await b.lab.kept.list()).map(({ title }) => title)).toEqual(['comedies from the nineties']);
    await b.reload();
    await b.say('with robots');
    expect(b.said).toEqual(['comedies from the nineties', 'with robots']);
    expect(await kept()).toEqual(b.events);
    expect(new TextDecoder().decode((await files.read(`${PATH}.aside-1`)) ?? undefined)).toBe(rest);
    await b.lab.kept.remove('c1');
    expect(await files.list('experiments')).toEqual([]);
  });

  test('of which nothing can be read is listed, opens, and is begun again with what was there kept', async () => {
    await a.say('comedies from the nineties');
    const whole = await text();
    await files.write(PATH, new TextEncoder().encode(`x${whole}`));
    expect((await b.lab.kept.list()).map(({ id, title }) => [id, title])).toEqual([
      ['c1', 'comedies from the nineties'],
    ]);
    await b.reload();
    await b.say('with robots');
    expect(b.said).toEqual(['with robots']);
    expect(await kept()).toEqual(b.events);
    expect(new TextDecoder().decode((await files.read(`${PATH}.aside-1`)) ?? undefined)).toBe(`x${whole}`);
  });

  test('goes on after a full disk once there is room, from what was kept', async () => {
    await a.say('comedies from the nineties');
    files.isFull = true;
    await expect(a.say('something older')).rejects.toMatchObject({ code: 'storage-full' });
    await a.reload();
    expect(a.said).toEqual(['comedies from the nineties']);
    await expect(a.say('something older')).rejects.toMatchObject({ code: 'storage-full' });
    files.isFull = false;
    await a.reload();
    await a.say('with robots');
    expect(a.said).toEqual(['comedies from the nineties', 'with robots']);
    expect(await kept()).toEqual(a.events);
  });
});
