import { beforeEach, expect, test } from 'vitest';
import { KeptReader, MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (read: Uint8Array | null): string | null => (read === null ? null : new TextDecoder().decode(read));

let kept: MemoryFileStore;
let frame: KeptReader;
beforeEach(async () => {
  kept = new MemoryFileStore();
  await kept.write('runs/a.jsonl', bytes('kept'));
  frame = new KeptReader(kept);
});

test('shows what is kept', async () => {
  expect(await frame.list('runs')).toEqual(['runs/a.jsonl']);
  expect(text(await frame.read('runs/a.jsonl'))).toBe('kept');
  expect((await frame.open('runs/a.jsonl'))?.size).toBe(4);
  expect(await frame.read('runs/b.jsonl')).toBeNull();
});

test('changes nothing of it, whatever is written or removed', async () => {
  await frame.write('runs/a.jsonl', bytes('changed'));
  await frame.write('runs/b.jsonl', bytes('new'));
  const appender = await frame.appender('runs/c.jsonl');
  await appender.append(bytes('more'));
  await appender.close();
  await frame.remove('runs');
  await frame.remove('runs/a.jsonl');
  expect(await kept.list('runs')).toEqual(['runs/a.jsonl']);
  expect(text(await kept.read('runs/a.jsonl'))).toBe('kept');
});
