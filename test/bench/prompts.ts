/**
 * @file What prompts cost: their tokens a task, and how many of those are new where the beginnings of earlier prompts of the run are kept.
 * The built-in reasoner decides, so that every run asks the same; the tokens are those of a small model's own template and tokenizer.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { nodeTransformersHost } from '../../src/cli/open-model.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { loadSqlEngine } from '../../src/data/database/engine.ts';
import { loadTransformersEngine } from '../../src/models/transformers/load-transformers-engine.ts';
import { blocksOf } from '../../src/models/transformers/prefill.ts';
import type { TransformersModel } from '../../src/models/transformers/transformers-model.ts';
import { run } from '../lab/run/run-written.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { SMOL, SMOL_FILES, smolLoad } from '../models/transformers/small-chat-model.ts';
import { sharedFile } from '../shared.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { mlLatestSmall } from './ml-latest-small.ts';

const TASKS = 10;
const { signal } = new AbortController();

const recmind = (planner: string, task: string): object => ({
  dataset: { name: 'ml-latest-small' },
  tasks: { name: task, options: { count: TASKS } },
  recommender: { name: 'recmind', options: { planner } },
});
const macrec = (task: string): object => ({
  dataset: { name: 'ml-latest-small' },
  tasks: { name: task, options: { count: TASKS } },
  recommender: { name: 'macrec', options: {} },
});

const RUNS: Readonly<Record<string, object>> = {
  'input-output, a rating': recmind('input-output', 'rating-prediction'),
  'Chain-of-Thought, a rating': recmind('chain-of-thought', 'rating-prediction'),
  'Self-Inspiring, a rating': recmind('self-inspiring', 'rating-prediction'),
  'Tree-of-Thoughts (BFS), a rating': recmind('tree-of-thoughts-bfs', 'rating-prediction'),
  'Self-Inspiring, a ranking': recmind('self-inspiring', 'direct-recommendation'),
  'MACRec, a rating': macrec('rating-prediction'),
};

/** What the calls of a run come to. */
export interface PromptCost {
  readonly calls: number;
  readonly tokens: number;
  /** Those that stand in no block which an earlier prompt began with. */
  readonly anew: number;
}

/** @param encode a prompt's tokens */
export function promptCost(
  events: readonly TraceEvent[],
  encode: (messages: Extract<TraceEvent, { readonly type: 'model-call' }>['messages']) => readonly number[],
): PromptCost {
  const kept = new Set<string>();
  let [calls, tokens, anew] = [0, 0, 0];
  for (const event of events) {
    if (event.type !== 'model-call') continue;
    let beginning = '';
    for (const block of blocksOf(encode(event.messages))) {
      beginning += `${block.join(' ')},`;
      tokens += block.length;
      if (!kept.has(beginning)) anew += block.length;
      kept.add(beginning);
    }
    calls += 1;
  }
  return { calls, tokens, anew };
}

async function rows(): Promise<readonly BenchmarkRow[]> {
  if (!SMOL_FILES.every((file) => existsSync(sharedFile(file))))
    return [{ name: 'skipped', value: `no ../shared/models/${SMOL}`, goal: '', met: null }];
  const engine = await loadTransformersEngine(smolLoad(), nodeTransformersHost(1));
  const { tokenizer } = (engine.model as TransformersModel)['parts'];
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const session = openSession(await loadSqlEngine(new Uint8Array(readFileSync(wasm))), await mlLatestSmall());
  const told: BenchmarkRow[] = [];
  for (const [name, spec] of Object.entries(RUNS)) {
    const events: TraceEvent[] = [];
    const write = (event: TraceEvent): void => void events.push(event);
    await run(spec, { ...session, now: () => 0, write, signal });
    const { calls, tokens, anew } = promptCost(events, (messages) => tokenizer.encodePrompt(messages));
    const value = `${(tokens / TASKS).toFixed(0)} tokens in ${(calls / TASKS).toFixed(1)} calls, ${((100 * anew) / tokens).toFixed(0)} % new`;
    told.push({ name, value, goal: '', met: null });
  }
  session.close();
  await engine.unload();
  return told;
}

/** Prompt tokens a task. */
export const prompts: Benchmark = {
  name: 'prompts',
  title: `Prompts of ${String(TASKS)} tasks of ml-latest-small, in tokens of ${SMOL}: a task's mean`,
  run: rows,
};
