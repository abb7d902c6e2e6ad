/** @file What a person agreed to is remembered by address, for as long as it says, and is told to whoever asks. */
import { beforeEach, expect, test } from 'vitest';
import { Agreements } from '../../src/client/agreements.ts';
import type { Agreement } from '../../src/core/network-asks.ts';

const FILES: Agreement = { origin: 'https://mirror.example', gets: 'files' };
const PROMPTS: Agreement = { origin: 'http://localhost:11434', gets: 'prompts' };

let kept: Map<string, string>;
const open = (): Agreements =>
  new Agreements({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) });
beforeEach(() => {
  kept = new Map();
});

test('is remembered on the next visit, but for prompts and keys', () => {
  const first = open();
  first.agree([FILES, PROMPTS, FILES]);
  first.giveKey('http://localhost:11434/v1', 'sk-secret');
  expect(first.agreed).toEqual([FILES, PROMPTS]);
  const next = open();
  expect(next.agreed).toEqual([FILES]);
  expect(next.keyOf('http://localhost:11434/v1')).toBeNull();
  expect([...kept.values()].join('')).not.toContain('sk-secret');
});

test('holds for that address and that use of it alone', () => {
  const agreements = open();
  agreements.agree([FILES]);
  const others = [
    { ...FILES, gets: 'prompts' },
    { ...FILES, origin: 'https://mirror.example:8443' },
    { ...FILES, origin: 'http://mirror.example' },
  ] as const;
  expect(others.map((ask) => agreements.isAgreed(ask))).toEqual([false, false, false]);
});

test('can be taken back, with the key of an endpoint, and everybody is told', () => {
  const agreements = open();
  let told = 0;
  agreements.onChange(() => (told += 1));
  agreements.agree([FILES, PROMPTS]);
  agreements.giveKey('http://localhost:11434/v1', 'sk-secret');
  agreements.withdraw(PROMPTS);
  agreements.withdraw(FILES);
  expect(told).toBe(3);
  expect([agreements.agreed, agreements.keyOf('http://localhost:11434/v1')]).toEqual([[], null]);
  expect(open().agreed).toEqual([]);
});

test('settings that somebody else wrote are not believed', () => {
  open().agree([FILES]);
  const [key = ''] = kept.keys();
  for (const text of [
    '{',
    '{}',
    '[null, 1, {"origin": "https://a.example/path", "gets": "files"}]',
    '[{"origin": "javascript:x", "gets": "files"}, {"origin": "https://a.example", "gets": "all"}]',
  ]) {
    kept.set(key, text);
    expect(open().agreed).toEqual([]);
  }
});

test('nothing may be asked while the page has no policy, whatever was agreed to', () => {
  const agreements = open();
  agreements.agree([FILES]);
  agreements.block('Load the page again.');
  expect(agreements.effective).toEqual([]);
  expect(() => agreements.requireClear()).toThrow('Load the page again.');
  agreements.block(null);
  expect(agreements.effective).toEqual([FILES]);
});
