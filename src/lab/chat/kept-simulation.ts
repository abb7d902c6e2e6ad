/**
 * @file A simulation as it is kept: a line for each person and variant, with all that was said, so that a stopped one goes on; and its
 * plans with what they were worth, to train a planner on (Huang and others 2023, RecLlama).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileStore } from '../../core/file-store.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import type { Message } from '../../core/language-model.ts';
import { openJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { z } from '../../tools/schema.ts';
import type { PersonResult, VariantId } from './ablations.ts';

/** Counted up where the same people and models are asked otherwise than before. */
const VERSION = 1;

const COUNT = z.int().check(z.gte(0));
const TURN_OR_NONE = z.nullable(z.int().check(z.gte(1)));
const SOUGHT = z.object({
  turn: TURN_OR_NONE,
  place: TURN_OR_NONE,
  leaks: COUNT,
  evasions: COUNT,
  failures: COUNT,
  costs: z.object({ modelCalls: COUNT, toolCalls: COUNT, tokens: COUNT }),
  seekerTokens: COUNT,
  turns: z.array(z.object({ said: z.string(), reply: z.string(), items: z.array(z.string()) })),
  plans: z.array(
    z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })), plan: z.string() }),
  ),
});
const LINE = z.object({
  variant: z.string(),
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

/** A file of results that is open. */
export interface KeptSimulation {
  readonly path: string;
  /** What was had before of a variant, by people. */
  before(variant: VariantId): ReadonlyMap<number, PersonResult>;
  /** Keeps a result; it is durable when this is done. @throws LabError `storage-full`, `storage-failed` */
  add(result: PersonResult): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file of a simulation.
 * @param asked all that decides what people and models say
 * @throws LabError `open-elsewhere` where it is under way elsewhere, `storage-failed`
 */
export async function openKeptSimulation(files: FileStore, asked: Json): Promise<KeptSimulation> {
  const word = bytesToHex(sha256(utf8ToBytes(canonicalJson({ asked, version: VERSION })))).slice(0, 16);
  const path = `simulations/${word}.jsonl`;
  const file: JsonLinesFile<PersonResult> = await openJsonLines(files, path, LINES);
  const entries = file.before?.entries ?? [];
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

/** A plan as training data. */
export interface RewardedPlan {
  readonly variant: VariantId;
  readonly user: number;
  readonly messages: readonly Message[];
  readonly plan: string;
  /** 1 where the conversation found its item, else 0: of all plans of it, as the public code has it. */
  readonly reward: 0 | 1;
}

/** The plans of a conversation of many turns, with what came of it. */
export const rewardedPlans = ({ variant, user, manyTurns }: PersonResult): readonly RewardedPlan[] =>
  manyTurns.plans.map(({ messages, plan }) => ({
    variant,
    user,
    messages,
    plan,
    reward: manyTurns.turn === null ? 0 : 1,
  }));
