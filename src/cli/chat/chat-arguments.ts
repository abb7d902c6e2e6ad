/** @file What `chat` and `simulate` are told on the command line. */
import { DEMONSTRATION_MODES } from '../../runs/chat/made-demonstrations.ts';
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
  readonly places: ModelPlaces;
}

interface Values extends PlaceValues {
  readonly dataset?: string;
  readonly model?: string;
  readonly files?: string;
  readonly demonstrations?: string;
  readonly simulator?: string;
  readonly conversations?: string;
  readonly seed?: string;
}

/** The options as they were typed, with what is not. */
function chatArguments(values: Values, turns: string): ChatOptions {
  const { dataset = null, model = 'built-in/reasoner', files = '.espalier', demonstrations = 'dynamic' } = values;
  const mode = DEMONSTRATION_MODES.find((one) => one === demonstrations);
  if (mode === undefined)
    throw usage(`--demonstrations must be ${DEMONSTRATION_MODES.join(', ')}, not "${demonstrations}".`);
  return { turns, dataset, model, demonstrations: mode, files, places: modelPlaces(values) };
}

/** What simulated people talk with. */
export interface SimulateOptions extends Omit<ChatOptions, 'turns' | 'demonstrations'> {
  /** The model of the people. */
  readonly simulator: string;
  readonly conversations: number;
  readonly seed: number;
}

/** The commands of conversations. */
export type ChatCommand = ({ readonly type: 'chat' } & ChatOptions) | ({ readonly type: 'simulate' } & SimulateOptions);

/** Options that no other command has. */
export const CHAT_OPTIONS = {
  model: { type: 'string' },
  demonstrations: { type: 'string' },
  simulator: { type: 'string' },
  conversations: { type: 'string' },
} as const;

/** The command as it was typed. @throws LabError `spec-invalid` */
export function chatCommandOf(name: 'chat' | 'simulate', values: Values, operands: readonly string[]): ChatCommand {
  const [turns, ...rest] = operands;
  if (name === 'simulate') {
    if (operands.length > 0) throw usage(`simulate takes options alone; "${operands.join(' ')}" is too much.`);
    return { type: 'simulate', ...simulateArguments(values) };
  }
  if (turns === undefined) throw usage('chat needs a TURNS.jsonl.');
  if (rest.length > 0) throw usage(`chat takes one file; "${rest.join(' ')}" is too much.`);
  return { type: 'chat', ...chatArguments(values, turns) };
}

/** The options of `simulate` as they were typed, with what is not. */
function simulateArguments(values: Values): SimulateOptions {
  const { turns: _turns, demonstrations: _shown, ...shared } = chatArguments(values, '');
  const { simulator = 'built-in/reasoner', conversations = '200', seed = '1' } = values;
  return {
    ...shared,
    simulator,
    conversations: wholeNumber('conversations', conversations, 1),
    seed: wholeNumber('seed', seed, 0),
  };
}
