/** @file Shapes of fields that are kept over a reload. */
import * as z from 'zod/mini';
import type { Json } from '../../../core/json.ts';

// The page's security policy refuses code that is made at run time.
z.config({ jitless: true });

export { z };

export const FLAG = z.boolean();

export const RECORD = z.record(z.string(), z.json()) as unknown as z.ZodMiniType<Readonly<Record<string, Json>>>;

/** A text as long as somebody may type it, in UTF-16 units. */
export const TEXT = z.string().check(z.maxLength(100_000));

/** An address that holds nothing secret: no name and password, and nothing after a question mark, where keys are put. */
export const ADDRESS = TEXT.check(z.refine((address) => !/[?@]/.test(address)));

/** A whole number, both ends included. */
export const whole = (least: number, most: number): z.ZodMiniNumber => z.int().check(z.minimum(least), z.maximum(most));

/** One of the names that there are when it is put back. */
export const oneOf = <Name extends string>(names: () => readonly Name[]): z.ZodMiniType<Name> =>
  z.custom<Name>((value) => names().some((name) => name === value));

/** Those of a list's names that there still are. */
export const someOf = (names: () => readonly string[]): z.ZodMiniType<string[]> =>
  z.array(z.string()).check(z.overwrite((list) => list.filter((name) => names().includes(name))));
