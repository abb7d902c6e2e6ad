/** @file Numbers by name, as people write them: `rate=0.01, steps=8`. */
import { LabError } from '../errors.ts';

/**
 * The numbers of a text, in its order. Pairs are parted by commas, semicolons or spaces.
 * @throws LabError `spec-invalid` with the first part that is no `name=number`
 */
export function namedNumbers(text: string): readonly (readonly [name: string, value: number])[] {
  const parts = text
    .replace(/\s+/g, ' ')
    .replace(/ ?= ?/g, '=')
    .split(/[,; ]+/);
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, name, value = ''] = /^([A-Za-z]\w*)=([^=]+)$/.exec(part) ?? [];
      if (name !== undefined && Number.isFinite(Number(value))) return [name, Number(value)];
      throw new LabError('spec-invalid', `"${part}" is not name=number; write for example rate=0.01.`, { part });
    });
}
