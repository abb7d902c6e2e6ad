/** @file Forks and differences in the terminal: real processes, real files, exit codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { lab, ROOT } from './command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SPEC = join(ROOT, 'docs/examples/one-rating.json');

const folder = temporaryFolder();

test('a saved run is forked, run on, and held against its parent', async () => {
  const at = (name: string): string => join(folder, name);
  const files = ['--files', at('files')];
  await lab('run', SPEC, '--events', at('parent.jsonl'), ...files);
  const node =
    parseTrace(readFileSync(at('parent.jsonl'), 'utf8')).find((event) => event.type === 'tool-call')?.node ?? '';

  const forked = await lab('fork', at('parent.jsonl'), node, '--edit', '{"observation": "Everybody gave it 1."}');
  expect(forked.code).toBe(0);
  writeFileSync(at('fork.json'), forked.stdout);
  expect((JSON.parse(forked.stdout) as { fork: object }).fork).toMatchObject({ run: 'parent', edits: [{ node }] });
  const run = await lab('run', at('fork.json'), '--parent', at('parent.jsonl'), '--events', at('fork.jsonl'), ...files);
  expect(run.code).toBe(0);

  const different = await lab('diff', at('parent.jsonl'), at('fork.jsonl'));
  expect(different.code).toBe(1);
  const { same, first, nodes } = JSON.parse(different.stdout) as {
    same: boolean;
    first: { right: { type: string; node: string } };
    nodes: readonly { node: string; parts: readonly string[] }[];
  };
  expect(same).toBe(false);
  expect(first.right).toMatchObject({ type: 'state-edit', node });
  expect(nodes.find((one) => one.node === node)?.parts).toContain('edit');
  expect((await lab('diff', at('fork.jsonl'), at('fork.jsonl'))).code).toBe(0);

  const exported = await lab('export', 'run', at('fork.jsonl'), at('fork.html'));
  expect(exported.code).toBe(0);
  expect(readFileSync(at('fork.html'), 'utf8')).toContain('state-edit');
  expect((await lab('export', 'run', at('fork.jsonl'), at('fork.docx'))).code).toBe(2);

  expect((await lab('fork', at('parent.jsonl'), '7.7')).code).toBe(2);
  expect((await lab('fork', at('nothing.jsonl'), node)).code).toBe(2);
  expect((await lab('fork', at('parent.jsonl'), node, '--edit', '{')).code).toBe(2);
}, 120_000);
