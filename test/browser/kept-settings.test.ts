/** @file What is chosen and written on the page's forms is put back from this browser's settings, field by field. */
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { nameInSite } from '../../src/core/platform/site-scope.ts';
import { KeptForm } from './kept-form.svelte.ts';
import { KeptSettings, type Shapes } from '../../src/ui/parts/settings/kept-settings.svelte.ts';
import { oneOf, someOf, TEXT, whole, z } from '../../src/ui/parts/settings/shapes.ts';

const AGENTS = ['Analyst', 'Searcher', 'Reflector', 'Interpreter'] as const;
const SHAPES: Shapes<KeptForm> = {
  agent: oneOf(() => AGENTS),
  about: oneOf(() => ['user', 'item']),
  id: whole(0, 1000),
  text: TEXT,
};
const key = (field: string, dataset = ''): string => nameInSite(`kept/${dataset}/form/${field}`);

/** A page that is loaded: a form of its own, and settings that read what is kept. */
function load(dataset = '', tell: (words: string) => void = vi.fn()) {
  const form = new KeptForm();
  const settings = new KeptSettings(tell, localStorage);
  const stop = settings.keep('form', form, SHAPES, dataset);
  return { form, settings, stop };
}

/** Changes fields as a person does: what follows from it has followed by then. */
function change({ form }: { readonly form: KeptForm }, fields: Partial<KeptForm>): void {
  Object.assign(form, fields);
  flushSync();
}

beforeEach(() => {
  localStorage.clear();
});

test('what is changed is there again, and what is not changed is not kept', () => {
  const first = load();
  flushSync();
  expect(localStorage).toHaveLength(0);
  change(first, { agent: 'Searcher', id: 7 });
  change(first, { text: 'heists “à la” Ocean’s 11 🎬' });
  expect(Object.keys(localStorage).sort()).toEqual(['agent', 'id', 'text'].map((field) => key(field)));
  const { form } = load();
  expect(form).toMatchObject({ agent: 'Searcher', id: 7, text: 'heists “à la” Ocean’s 11 🎬', about: 'user' });
});

describe('what does not fit', () => {
  const DAMAGED = ['', '{', 'null', '"nobody"', '[[[', '-1', '1e999', '{"__proto__":1}', '\0', 'undefined', '[1,2]'];

  test.each(DAMAGED)('%j falls back in each field by itself, and breaks nothing', (damaged) => {
    const usual = new KeptForm();
    for (const field of ['agent', 'about', 'id'] as const) {
      localStorage.clear();
      change(load(), { agent: 'Reflector', about: 'item', id: 9 });
      localStorage.setItem(key(field), damaged);
      const expected = { agent: 'Reflector', about: 'item', id: 9, [field]: usual[field] };
      expect(load().form).toMatchObject(expected);
    }
  });

  test('is not overwritten before its field is changed', () => {
    localStorage.setItem(key('agent'), '"An agent of a later version"');
    const page = load();
    change(page, { id: 3 });
    expect(localStorage.getItem(key('agent'))).toBe('"An agent of a later version"');
    change(page, { agent: 'Searcher' });
    expect(localStorage.getItem(key('agent'))).toBe('"Searcher"');
  });

  test('is not written either: what was kept before is gone then', () => {
    const page = load();
    change(page, { id: 3 });
    change(page, { id: 5000 });
    expect(load().form.id).toBe(new KeptForm().id);
  });

  test('of a list, only the names that are gone', () => {
    const shape = z.object({ ticked: someOf(() => ['a', 'b']) });
    expect(shape.safeParse({ ticked: ['b', 'gone', 'a'] }).data).toEqual({ ticked: ['b', 'a'] });
  });
});

test('two tabs: neither overwrites what only the other one changed, and of the same field the later one counts', () => {
  const [one, other] = [load(), load()];
  change(one, { agent: 'Searcher', text: 'one' });
  change(other, { id: 4, text: 'other' });
  change(one, { about: 'item' });
  expect(load().form).toMatchObject({ agent: 'Searcher', id: 4, about: 'item', text: 'other' });
});

test('each dataset has its own, which is forgotten with it', () => {
  const page = load('films/of “1999”');
  change(page, { id: 5 });
  page.stop();
  change(page, { id: 6 });
  expect(load('films/of “1999”').form.id).toBe(5);
  expect(load('films').form.id).toBe(1);
  expect(page.settings.has('form', ['id'], 'films/of “1999”')).toBe(true);
  page.settings.forget('films');
  expect(load('films/of “1999”').form.id).toBe(5);
  page.settings.forget('films/of “1999”');
  expect(localStorage).toHaveLength(0);
});

test('full settings are told of once, and lose nothing on the page', () => {
  const tell = vi.fn();
  const page = load('', tell);
  change(page, { text: 'before' });
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      localStorage.setItem(`another project, ${String(size)}`, 'x'.repeat(size));
    } catch {
      // There is no room for a part of this size.
    }
  }
  change(page, { text: 'x'.repeat(50_000) });
  change(page, { text: 'y'.repeat(50_000), about: 'item' });
  expect(tell).toHaveBeenCalledTimes(1);
  expect(page.form.text).toBe('y'.repeat(50_000));
  expect(load().form.text).toBe('before');
  localStorage.clear();
  change(page, { text: 'after' });
  expect(load().form.text).toBe('after');
});

test('where the browser keeps nothing, as in a frame, nothing is read or written', () => {
  change(load(), { id: 5 });
  const before = { ...localStorage };
  const form = new KeptForm();
  const settings = new KeptSettings(vi.fn(), null);
  settings.keep('form', form, SHAPES);
  change({ form }, { id: 8 });
  expect(form.id).toBe(8);
  expect({ ...localStorage }).toEqual(before);
  expect(settings.has('form')).toBe(false);
});
