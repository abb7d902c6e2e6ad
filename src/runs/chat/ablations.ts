/** @file The variants of an evaluation of conversations, and its table (Huang and others 2023, tables 1 to 4 and the ablations). */
import { log2 } from '../../core/elementary-functions.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';
import type { ConversationOptions } from '../../recommenders/interec/options.ts';
import { conversationOptions } from './chat-options.ts';
import {
  converse,
  rankListed,
  SEEKING,
  type Seeker,
  type Ranked,
  type SimulationHost,
  type Sought,
} from './simulate.ts';
import type { Demonstrations } from '../../recommenders/interec/demonstrations.ts';

/** A way to hold conversations. */
export interface Variant {
  readonly name: string;
  readonly options: ConversationOptions;
}

/** The full recommender, and it without each of its parts. */
export function variantsOf(demonstrations: Demonstrations): readonly Variant[] {
  const full = conversationOptions({ demonstrations });
  return [
    { name: 'full (plan-first)', options: full },
    { name: 'step by step', options: { ...full, planning: 'step-by-step' } },
    { name: 'without candidate bus', options: { ...full, bus: false } },
    { name: 'without profile', options: { ...full, profile: false } },
    { name: 'without demonstrations', options: { ...full, demonstrations: null } },
    { name: 'without reflection', options: { ...full, reflections: 0 } },
  ];
}

/** What a variant came to. */
export interface VariantResult {
  readonly name: string;
  readonly oneTurn: readonly Sought[];
  readonly manyTurns: readonly Sought[];
  /** The targets among listed candidates. */
  readonly ranked: readonly Ranked[];
}

/** Runs a variant on all people. @param onDone told after each person */
export async function runVariant(
  { name, options }: Variant,
  seekers: readonly Seeker[],
  host: SimulationHost,
  onDone: (done: number) => void,
): Promise<VariantResult> {
  const oneTurn: Sought[] = [];
  const manyTurns: Sought[] = [];
  const ranked: Ranked[] = [];
  for (const [at, seeker] of seekers.entries()) {
    oneTurn.push(await converse(seeker, options, 1, host));
    manyTurns.push(await converse(seeker, options, SEEKING.turns, host));
    ranked.push(await rankListed(seeker, options, host));
    onDone(at + 1);
  }
  return { name, oneTurn, manyTurns, ranked };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cell(values: readonly number[], digits: number, seed: number, name: string): string {
  const { low, high } = bootstrap(
    values.map((value) => [value]),
    mean,
    createRandom(seed).fork(name),
    1000,
  );
  return `${mean(values).toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** Misses count as one turn more than there are (the public code). */
const turnsOf = ({ turn }: Sought): number => turn ?? SEEKING.turns + 1;
const ndcgOf = (place: number | null): number => (place === null || place > 20 ? 0 : 1 / log2(place + 1));

/** The table, in Markdown; turns whose plan could not be read are misses, and counted in all three kinds of conversation; intervals are 95 %, percentile bootstrap over people. */
export function ablationTable(results: readonly VariantResult[], seed: number): string {
  const head = [
    '',
    'Hit@5, one turn',
    'Hit@1, 5 turns',
    'Hit@5, 5 turns',
    'turns (a miss is 6)',
    'NDCG@20',
    'model calls',
    'tool calls',
    'unreadable plans',
  ];
  const rows = results.map(({ name, oneTurn, manyTurns, ranked }) => [
    name,
    cell(
      oneTurn.map(({ turn }) => (turn === null ? 0 : 1)),
      3,
      seed,
      'one',
    ),
    cell(
      manyTurns.map(({ place }) => (place === 1 ? 1 : 0)),
      3,
      seed,
      'first',
    ),
    cell(
      manyTurns.map(({ turn }) => (turn === null ? 0 : 1)),
      3,
      seed,
      'many',
    ),
    cell(manyTurns.map(turnsOf), 2, seed, 'turns'),
    cell(
      ranked.map(({ place }) => ndcgOf(place)),
      3,
      seed,
      'ndcg',
    ),
    mean(manyTurns.map(({ modelCalls }) => modelCalls)).toFixed(1),
    mean(manyTurns.map(({ toolCalls }) => toolCalls)).toFixed(1),
    String([...oneTurn, ...manyTurns, ...ranked].reduce((sum, { failures }) => sum + failures, 0)),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
