/** @file Hyperparameters of a policy as they are typed: `rate=0.01, steps=8`. */
import { toLabError } from '../../core/errors.ts';
import { jsonMembers, type Json } from '../../core/json.ts';
import { namedNumbers } from '../../core/text/words.ts';

/** The options as people write them; a text, which could not be read, as it is. */
export const optionsText = (options: Json): string =>
  typeof options === 'string'
    ? options
    : Object.entries(jsonMembers(options))
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(' ');

/** The options of a text; the text itself where it cannot be read, for `readOptions` or a check to say why. */
export function optionsIn(written: string): Json {
  try {
    return readOptions(written);
  } catch {
    return written;
  }
}

/** Why options that are still a text could not be read; null where they could. */
export function optionsProblem(options: Json): string | null {
  try {
    if (typeof options === 'string') readOptions(options);
    return null;
  } catch (thrown) {
    return toLabError(thrown).message;
  }
}

/** The options of a text. @throws LabError `spec-invalid` with the part that cannot be read */
export const readOptions = (written: string): Readonly<Record<string, number>> =>
  Object.fromEntries(namedNumbers(written));
