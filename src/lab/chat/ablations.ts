/** @file The variants and baselines of an evaluation of conversations, and its table (Huang and others 2023, tables 1 to 4 and the ablations). */
import { markdownTable } from '../../core/text/words.ts';
import { log2 } from '../../core/numbers/elementary-functions.ts';
import { createRandom, type Random } from '../../core/random.ts';
import { bootstrap } from '../../metrics/statistics.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { conversationOptions } from './open-catalogue.ts';
import { converse, rankListed, SEEKING, type Seeker, type Ranked, type Sought } from './simulate.ts';
import {
  type ConversationParties,
  agentSpeaker,
  chatRecSpeaker,
  plainSpeaker,
  popularSpeaker,
  randomSpeaker,
  type OpenSpeaker,
} from './speakers.ts';
import type { Demonstrations } from '../../recommenders/interec/demonstrations.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileStore } from '../../core/file-store.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import { openJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { z } from '../../tools/schema.ts';

const VERSION = 1;

export const VARIANTS = [
  'full',
  'step-by-step',
  'no-bus',
  'no-profile',
  'no-demonstrations',
  'no-reflection',
  'random',
  'popularity',
  'plain',
  'chat-rec',
] as const;

export type VariantId = (typeof VARIANTS)[number];

const COUNT = z.int().check(z.gte(0));
const TURN_OR_NONE = z.nullable(z.int().check(z.gte(1)));
const SOUGHT = z.looseObject({
  turn: TURN_OR_NONE,
  place: TURN_OR_NONE,
  failures: COUNT,
  costs: z.object({ modelCalls: COUNT, toolCalls: COUNT, tokens: COUNT }),
});
const LINE = z.looseObject({
  variant: z.enum(VARIANTS),
  user: z.int(),
  oneTurn: SOUGHT,
  manyTurns: SOUGHT,
  ranked: z.object({ place: TURN_OR_NONE, failures: COUNT }),
});

const LINES: LineFormat<PersonResult> = {
  textOf: (result) => JSON.stringify(result),
  lineProblem: (json) => (LINE.safeParse(json).success ? null : 'it is no result of a person'),
  standsAlone: true,
};

export interface KeptSimulation {
  readonly path: string;
  /** What was had before of a variant, by people. */
  before(variant: VariantId): ReadonlyMap<number, PersonResult>;
  /** Keeps a result; it is durable when this is done. @throws LabError `storage-full`, `storage-failed` */
  add(result: PersonResult): Promise<void>;
  close(): Promise<void>;
}

/** @throws LabError `open-elsewhere` where the simulation is under way elsewhere, `storage-failed` */
export async function openKeptSimulation(files: FileStore, asked: Json): Promise<KeptSimulation> {
  const word = bytesToHex(sha256(utf8ToBytes(canonicalJson({ asked, version: VERSION })))).slice(0, 16);
  const path = `simulations/${word}.jsonl`;
  const file: JsonLinesFile<PersonResult> = await openJsonLines(files, path, LINES);
  const entries = file.before.entries;
  return {
    path,
    before: (variant) =>
      new Map(entries.filter((one) => one.variant === variant).map((one) => [one.user, one] as const)),
    async add(result) {
      file.add([result]);
      await file.flush();
    },
    close: () => file.close(),
  };
}

export interface Variant {
  /** As it is typed. */
  readonly id: VariantId;
  readonly name: string;
  readonly open: OpenSpeaker;
}

/** Those that only a language model can be. */
const OF_LANGUAGE_MODELS: ReadonlySet<VariantId> = new Set(['plain', 'chat-rec']);

/** The variants; all where `chosen` is null. With the reasoner as agent, those that ask a language model are left out. */
export function variantsOf(
  demonstrations: Demonstrations | null,
  agent: Pick<LanguageModel, 'id'>,
  chosen: readonly VariantId[] | null = null,
): readonly Variant[] {
  const full = conversationOptions({ demonstrations });
  const all: Readonly<Record<VariantId, Omit<Variant, 'id'>>> = {
    full: { name: 'full (plan-first)', open: agentSpeaker(full) },
    'step-by-step': { name: 'step by step', open: agentSpeaker({ ...full, planning: 'step-by-step' }) },
    'no-bus': { name: 'without candidate bus', open: agentSpeaker({ ...full, bus: false }) },
    'no-profile': { name: 'without profile', open: agentSpeaker({ ...full, profile: false }) },
    'no-demonstrations': { name: 'without demonstrations', open: agentSpeaker({ ...full, demonstrations: null }) },
    'no-reflection': { name: 'without reflection', open: agentSpeaker({ ...full, reflections: 0 }) },
    random: { name: 'random items', open: randomSpeaker },
    popularity: { name: 'best known items', open: popularSpeaker },
    plain: { name: 'the model without tools', open: plainSpeaker },
    'chat-rec': { name: 'Chat-Rec (20 candidates in the prompt)', open: chatRecSpeaker },
  };
  const isRule = agent.id === REASONER_ID;
  return (chosen ?? VARIANTS).filter((id) => !isRule || !OF_LANGUAGE_MODELS.has(id)).map((id) => ({ id, ...all[id] }));
}

export interface PersonResult {
  readonly variant: VariantId;
  readonly user: number;
  readonly oneTurn: Sought;
  readonly manyTurns: Sought;
  /** The target among listed candidates. */
  readonly ranked: Ranked;
}

export interface VariantResult {
  readonly name: string;
  readonly people: readonly PersonResult[];
}

/** Runs a variant on all people. @param onDone told of each person, in order @param known what was had before, by people */
export async function runVariant(
  { id, name, open }: Variant,
  seekers: readonly Seeker[],
  host: ConversationParties,
  onDone: (result: PersonResult, done: number) => void | Promise<void>,
  known: ReadonlyMap<number, PersonResult> = new Map(),
): Promise<VariantResult> {
  const results: PersonResult[] = [];
  for (const [at, seeker] of seekers.entries()) {
    const kept = known.get(seeker.user);
    const result = kept ?? {
      variant: id,
      user: seeker.user,
      // Its first turn is the conversation of one turn: nobody is asked twice.
      ...(await converse(seeker, open, SEEKING.turns, host)),
      ranked: await rankListed(seeker, open, host),
    };
    results.push(result);
    if (kept === undefined) await onDone(result, at + 1);
  }
  return { name, people: results };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cell(values: readonly number[], digits: number, random: Random): string {
  const draws = values.map((value) => [value]);
  const { low, high } = bootstrap(draws, mean, random, 1000);
  return `${mean(values).toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** Misses count as one turn more than there are (the public code). */
const turnsOf = ({ turn }: Sought): number => turn ?? SEEKING.turns + 1;
const ndcgOf = (place: number | null): number => (place === null || place > 20 ? 0 : 1 / log2(place + 1));

type Column = readonly [head: string, digits: number, of: (result: PersonResult) => number, draw?: string];

/** Those with intervals. */
const MEASURED: readonly Column[] = [
  ['Hit@5, one turn', 3, ({ oneTurn }) => Number(oneTurn.turn !== null), 'one'],
  ['Hit@1, 5 turns', 3, ({ manyTurns }) => Number(manyTurns.place === 1), 'first'],
  ['Hit@5, 5 turns', 3, ({ manyTurns }) => Number(manyTurns.turn !== null), 'many'],
  ['turns (a miss is 6)', 2, ({ manyTurns }) => turnsOf(manyTurns), 'turns'],
  ['NDCG@20', 3, ({ ranked }) => ndcgOf(ranked.place), 'ndcg'],
];
const SPENT: readonly Column[] = [
  ['model calls', 1, ({ manyTurns }) => manyTurns.costs.modelCalls],
  ['tool calls', 1, ({ manyTurns }) => manyTurns.costs.toolCalls],
  ['tokens', 0, ({ manyTurns }) => manyTurns.costs.tokens],
];

/** The table, in Markdown; turns whose plan could not be read are misses, and counted in conversations and rankings; intervals are 95 %, percentile bootstrap over people. */
export function ablationTable(results: readonly VariantResult[], seed: number): string {
  const head = ['', ...[...MEASURED, ...SPENT].map(([name]) => name), 'unreadable plans'];
  const rows = results.map(({ name, people }) => [
    name,
    ...MEASURED.map(([, digits, of, draw = '']) => cell(people.map(of), digits, createRandom(seed).fork(draw))),
    ...SPENT.map(([, digits, of]) => mean(people.map(of)).toFixed(digits)),
    String(people.reduce((sum, { manyTurns, ranked }) => sum + manyTurns.failures + ranked.failures, 0)),
  ]);
  return markdownTable(head, rows);
}
