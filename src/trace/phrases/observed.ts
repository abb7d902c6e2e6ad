/** @file What a state observed, as people read it. */
import { earlierInWords } from '../agent-words.ts';
import { withNames, type Names } from '../names.ts';
import type { StateResult } from '../../core/node-data.ts';
import type { TraceNode } from '../trace-tree.ts';
import { readAsked } from './read-phrase.ts';
import { plainObservation } from './short-title.ts';

/** An observation in plain words; null where its own words are plain, or where no template wrote the question. */
export function plainObserved(
  asked: Pick<StateResult, 'thought' | 'action'>,
  observation: string,
  names: Names,
): string | null {
  const phrase = readAsked(asked);
  if (phrase !== null) return plainObservation(phrase, observation, names);
  const plain = earlierInWords(observation);
  return plain === observation ? null : plain;
}

/** An observation in plain words where they are known, with names in the place of numbers. */
export const observationText = (
  asked: Pick<StateResult, 'thought' | 'action'>,
  observation: string,
  names: Names,
): string => withNames(plainObserved(asked, observation, names) ?? observation, names);

/**
 * What a state observed, in plain words and with names in the place of numbers; empty where it observed nothing. What a person put there
 * stands as they wrote it: it need not be the sentence that the question's template expects.
 */
export function observed({ state, edits }: Pick<TraceNode, 'state' | 'edits'>, names: Names): string {
  if (state === null) return '';
  const isEdited = edits.some(({ part }) => part === 'observation');
  return isEdited ? withNames(state.observation, names) : observationText(state, state.observation, names);
}
