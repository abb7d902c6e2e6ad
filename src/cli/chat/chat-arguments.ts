/** @file What `chat` and `simulate` are told on the command line. */
import { DEMONSTRATION_MODES } from '../../lab/chat/made-demonstrations.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { LIKENESSES, RANKERS, type LikenessName, type RankerName } from '../../recommenders/interec/rankers.ts';
import { WORDS_ID } from '../../models/words/word-embedding.ts';
import { VARIANTS, type VariantId } from '../../lab/chat/ablations.ts';
import { DEFAULT_EMBEDDING } from '../../lab/run/tool-spec.ts';
import { usage, wholeNumber } from '../usage.ts';
import { modelPlaces, type ModelPlaces, type PlaceValues } from '../open-model.ts';

/** What conversations are held with. */
export interface ChatOptions {
  /** A file of lines `{id, turns}`. */
  readonly turns: string;
  readonly dataset: string | null;
  /** As specs name it. */
  readonly model: string;
  /** Which demonstrations a language model is shown. */
  readonly demonstrations: (typeof DEMONSTRATION_MODES)[number];
  readonly files: string;
  /** A folder that the events of each conversation are written to; null for none. */
  readonly events: string | null;
  readonly places: ModelPlaces;
  /** What compares texts by meaning. */
  readonly embedding: ComponentSpec;
  /** What orders by preference. */
  readonly ranker: RankerName;
  /** By what items are alike. */
  readonly likeness: LikenessName;
}

interface Values extends PlaceValues {
  readonly embedding?: string;
  readonly ranker?: string;
  readonly like?: string;
  readonly critic?: string;
  readonly variants?: string;
  readonly plans?: string;
  readonly dataset?: string;
  readonly model?: string;
  readonly files?: string;
  readonly events?: string;
  readonly demonstrations?: string;
  readonly simulator?: string;
  readonly conversations?: string;
  readonly seed?: string;
}

/** The options as they were typed, with what is not. */
function chatArguments(values: Values, turns: string, usual: ComponentSpec): ChatOptions {
  const {
    dataset = null,
    model = 'built-in/reasoner',
    files = '.espalier',
    demonstrations = 'dynamic',
    events = null,
  } = values;
  const mode = DEMONSTRATION_MODES.find((one) => one === demonstrations);
  if (mode === undefined)
    throw usage(`--demonstrations must be ${DEMONSTRATION_MODES.join(', ')}, not "${demonstrations}".`);
  const { embedding, ranker: ranking = RANKERS[0], like = 'texts' } = values;
  const ranker = RANKERS.find((one) => one === ranking);
  if (ranker === undefined) throw usage(`--ranker must be one of ${RANKERS.join(', ')}, not "${ranking}".`);
  const likeness = LIKENESSES.find((one) => one === like);
  if (likeness === undefined) throw usage(`--like must be one of ${LIKENESSES.join(', ')}, not "${like}".`);
  return {
    turns,
    dataset,
    model,
    demonstrations: mode,
    files,
    events,
    places: modelPlaces(values),
    embedding: embedding === undefined ? usual : { name: embedding, options: {} },
    ranker,
    likeness,
  };
}

/** What simulated people talk with. */
export interface SimulateOptions extends Omit<ChatOptions, 'turns' | 'demonstrations' | 'events'> {
  /** The model of the people. */
  readonly simulator: string;
  /** The model that judges turns; the agent itself where null. */
  readonly critic: string | null;
  /** Some of the variants; all where null. */
  readonly variants: readonly VariantId[] | null;
  /** Whether a language model writes demonstrations beside those of templates. */
  readonly writesDemonstrations: boolean;
  /** A file that plans with their rewards are written to; null for none. */
  readonly plans: string | null;
  readonly conversations: number;
  readonly seed: number;
}

/** The commands of conversations. */
export type ChatCommand = ({ readonly type: 'chat' } & ChatOptions) | ({ readonly type: 'simulate' } & SimulateOptions);

/** Options that no other command has. */
export const CHAT_OPTIONS = {
  model: { type: 'string' },
  demonstrations: { type: 'string' },
  ranker: { type: 'string' },
  like: { type: 'string' },
  critic: { type: 'string' },
  variants: { type: 'string' },
  plans: { type: 'string' },
  simulator: { type: 'string' },
  conversations: { type: 'string' },
} as const;

/** The command as it was typed. @throws LabError `spec-invalid` */
export function chatCommandOf(name: 'chat' | 'simulate', values: Values, operands: readonly string[]): ChatCommand {
  const [turns, ...rest] = operands;
  if (name === 'simulate') {
    if (operands.length > 0) throw usage(`simulate takes only options, not "${operands.join(' ')}".`);
    return { type: 'simulate', ...simulateArguments(values) };
  }
  if (turns === undefined) throw usage('chat needs a TURNS.jsonl.');
  if (rest.length > 0) throw usage(`chat takes one file; leave out "${rest.join(' ')}".`);
  return { type: 'chat', ...chatArguments(values, turns, { name: WORDS_ID, options: {} }) };
}

/** The options of `simulate` as they were typed, with what is not. */
function simulateArguments(values: Values): SimulateOptions {
  const { demonstrations = 'made' } = values;
  if (demonstrations !== 'made' && demonstrations !== 'written')
    throw usage(`--demonstrations of simulate must be made or written, not "${demonstrations}".`);
  const { demonstrations: _kind, ...others } = values;
  const {
    turns: _turns,
    demonstrations: _shown,
    events: _events,
    ...shared
  } = chatArguments(others, '', DEFAULT_EMBEDDING);
  const { simulator = 'built-in/reasoner', critic = null, variants, plans = null } = values;
  const { conversations = '200', seed = '1' } = values;
  return {
    ...shared,
    simulator,
    critic,
    variants: variants === undefined ? null : variants.split(',').map((one) => variantNamed(one.trim())),
    writesDemonstrations: demonstrations === 'written',
    plans,
    conversations: wholeNumber('conversations', conversations, 1),
    seed: wholeNumber('seed', seed, 0),
  };
}

function variantNamed(typed: string): VariantId {
  const variant = VARIANTS.find((one) => one === typed);
  if (variant !== undefined) return variant;
  throw usage(`--variants takes some of ${VARIANTS.join(', ')}, not "${typed}".`);
}
