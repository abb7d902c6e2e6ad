/** @file What files of JSON Lines do on every `FileStore`. */
import { expect, test } from 'vitest';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { LineFormat } from '../../../src/core/json-lines.ts';
import { openJsonLines, readJsonLines, removeJsonLines } from '../../../src/data/store/json-lines-file.ts';

interface Entry {
  readonly at: number;
}

const lineProblem = (json: unknown, index: number, isSequence: boolean): string | null => {
  const { at } = json as { readonly at?: unknown };
  if (typeof at !== 'number') return 'it is no entry';
  return isSequence && at !== index ? `it is ${String(at)} where ${String(index)} should follow` : null;
};
const SEQUENCE: LineFormat<Entry> = {
  textOf: (entry) => JSON.stringify(entry),
  lineProblem: (json, index) => lineProblem(json, index, true),
  standsAlone: false,
};

const PATH = 'kept/1.jsonl';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const entries = (...numbers: readonly number[]): readonly Entry[] => numbers.map((at) => ({ at }));
const lines = (...numbers: readonly number[]): string => numbers.map((at) => `{"at":${String(at)}}\n`).join('');

async function textOf(store: FileStore, path = PATH): Promise<string> {
  return new TextDecoder().decode((await store.read(path)) ?? undefined);
}

/** Declares the tests. @param open an empty store, a new one each time */
export function jsonLinesContract(open: () => Promise<FileStore>): void {
  test('what is added is kept in its order, and the next one to open it sees it', async () => {
    const store = await open();
    const first = await openJsonLines(store, PATH, SEQUENCE);
    expect(first.before).toEqual({ entries: [], end: 0, fault: null });
    for (const at of [0, 1, 2]) first.add(entries(at));
    await first.flush();
    expect((await readJsonLines(store, PATH, SEQUENCE))?.entries).toEqual(entries(0, 1, 2));
    first.add(entries(3));
    await first.close();
    const second = await openJsonLines(store, PATH, SEQUENCE);
    expect(second.before.entries).toEqual(entries(0, 1, 2, 3));
    await second.close();
    expect(await textOf(store)).toBe(lines(0, 1, 2, 3));
  });

  test('a line that was cut off anywhere is not read, and is gone once the file is opened', async () => {
    const store = await open();
    const whole = '{"at":1,"text":"Amélie 🎬"}\n';
    const bytes = encode(whole);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      await store.write(PATH, new Uint8Array([...encode(lines(0)), ...bytes.subarray(0, cut)]));
      expect(await readJsonLines(store, PATH, SEQUENCE)).toEqual({ entries: entries(0), end: 9, fault: null });
      const file = await openJsonLines(store, PATH, SEQUENCE);
      file.add(entries(1));
      await file.close();
      expect(await textOf(store)).toBe(lines(0, 1));
    }
    expect(await store.list('kept')).toEqual([PATH]);
  });

  test.each([
    ['that is not JSON', '{"at":1', 'it is not JSON'],
    ['that is no entry', '{}', 'it is no entry'],
    ['of another sequence', '{"at":0}', 'it is 0 where 1 should follow'],
    ['of zeros', '\u0000\u0000\u0000', 'it is not JSON'],
  ])(
    'a line in the middle %s: what stands before it is read and continued, the rest is kept aside',
    async (...given) => {
      const [, line, problem] = given;
      const store = await open();
      const rest = `${line}\n${lines(2, 3)}{"at`;
      await store.write(PATH, encode(lines(0) + rest));
      const fault = { line: 2, offset: 9, problem };
      expect(await readJsonLines(store, PATH, SEQUENCE)).toEqual({ entries: entries(0), end: 9, fault });
      const file = await openJsonLines(store, PATH, SEQUENCE);
      expect(file.before).toEqual({ entries: entries(0), end: 9, fault });
      file.add(entries(1));
      await file.close();
      expect(await textOf(store)).toBe(lines(0, 1));
      expect(await textOf(store, `${PATH}.aside-1`)).toBe(rest);
      await store.write(PATH, encode('no\n'));
      await (await openJsonLines(store, PATH, SEQUENCE)).close();
      expect(await textOf(store, `${PATH}.aside-2`)).toBe('no\n');
      await removeJsonLines(store, PATH);
      expect(await store.list('kept')).toEqual([]);
    },
  );

  test('a reader follows a file that grows from where it was', async () => {
    const store = await open();
    const file = await openJsonLines(store, PATH, SEQUENCE);
    file.add(entries(0, 1));
    await file.flush();
    const from = { end: file.size, entries: 2 };
    file.add(entries(2));
    await file.close();
    expect(await readJsonLines(store, PATH, SEQUENCE, from)).toEqual({ entries: entries(2), end: 27, fault: null });
  });
}

/** Tests of a store with room for 300,000 bytes and no more. @param open an empty one, a new one each time */
export function fullJsonLinesContract(open: () => Promise<FileStore>): void {
  test('after a full disk the file is whole, nobody holds it, and it goes on once there is room', async () => {
    const store = await open();
    await store.write('kept/large', new Uint8Array(200_000));
    const first = await openJsonLines(store, PATH, SEQUENCE);
    first.add(entries(0));
    await first.flush();
    first.add([{ at: 1, text: 'x'.repeat(200_000) } as Entry]);
    first.add(entries(2));
    await expect(first.flush()).rejects.toMatchObject({ code: 'storage-full' });
    await expect(first.close()).rejects.toMatchObject({ code: 'storage-full' });
    expect(await textOf(store)).toBe(lines(0));
    await store.remove('kept/large');
    const second = await openJsonLines(store, PATH, SEQUENCE);
    second.add(entries(1));
    await second.close();
    expect(await textOf(store)).toBe(lines(0, 1));
  });
}
