/**
 * @file Notebooks of other versions: older ones are brought up to date, newer ones are refused with words. To add a version:
 * append the step that leads to it.
 */
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { LabError } from '../core/errors.ts';

/** A step from one version to the next. */
export type Step = (notebook: JsonObject) => JsonObject;

/** Step i leads from version i + 1 to the one after it. */
const STEPS: readonly Step[] = [];

/** The version that this lab writes. */
export const NEWEST = STEPS.length + 1;

/**
 * The notebook in the newest version.
 * @param steps all that there are, so that the newest version is one more than their number
 * @throws LabError `spec-invalid` where it is no notebook, `file-format-unknown` where it comes from a newer lab
 */
export function migrate(input: unknown, steps = STEPS): JsonObject {
  const newest = steps.length + 1;
  if (!isJsonObject(input)) throw new LabError('spec-invalid', 'This is not a notebook: a notebook is a JSON object.');
  const { version } = input;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new LabError('spec-invalid', `version: a notebook says its version, and the newest is ${newest}.`, {
      field: 'version',
    });
  }
  if (version > newest) throw newer('notebook', version);
  return steps.slice(version - 1).reduce((notebook, step) => step(notebook), input);
}

/** The refusal of what a newer lab has made. */
export const newer = (what: string, version: number): LabError =>
  new LabError(
    'file-format-unknown',
    `This ${what} has version ${version} and comes from a newer Espalier; this one reads versions up to ${NEWEST}. ` +
      'Reload the page to get the newest Espalier, then open it again.',
    { version, newest: NEWEST },
  );
