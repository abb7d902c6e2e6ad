/** @file What `chat` is told on the command line. */
import { modelPlaces, type ModelPlaces } from '../open-model.ts';

/** What conversations are held with. */
export interface ChatOptions {
  /** A file of lines `{id, turns}`. */
  readonly turns: string;
  readonly dataset: string | null;
  /** As specs name it. */
  readonly model: string;
  readonly files: string;
  readonly places: ModelPlaces;
}

interface Values {
  readonly dataset?: string;
  readonly model?: string;
  readonly files?: string;
  readonly models?: string;
  readonly endpoint?: string;
}

/** The options as they were typed, with what is not. */
export function chatArguments(values: Values, turns: string): ChatOptions {
  const { dataset = null, model = 'built-in/reasoner', files = '.espalier', models, endpoint } = values;
  return { turns, dataset, model, files, places: modelPlaces(models, endpoint) };
}
