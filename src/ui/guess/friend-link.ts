/**
 * @file Guesses in an address: who was asked about and what was guessed, no names and no truths. Nothing in an address is trusted, and
 * nothing is run by opening it.
 */
import { LabError } from '../../core/errors.ts';
import { fromBase64Url, toBase64Url } from '../../notebook/base64url.ts';
import { whole, z } from '../parts/settings/shapes.ts';
import { GUESS, GUESSED_KINDS, ROUND, type GuessedKind } from './round.ts';

/** What a friend guessed. */
export interface FriendGuesses {
  readonly dataset: string;
  /** SHA-256 of the dataset: another one under its name has other people. */
  readonly sha256: string;
  readonly kind: GuessedKind;
  readonly seed: number;
  readonly guesses: readonly { readonly user: number; readonly item: number; readonly guess: number }[];
}

const PREFIX = '#guesses=';
/** More than ten guesses ever take. */
const LONGEST = 2000;
const ID = whole(0, 4_294_967_295);

const SHAPE = z.strictObject({
  version: z.literal(1),
  dataset: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  kind: z.enum(GUESSED_KINDS),
  seed: ID,
  guesses: z.array(z.tuple([ID, ID, GUESS])).check(z.minLength(1), z.maxLength(ROUND)),
});

/** True for an address that carries guesses. */
export const isFriendLink = (hash: string): boolean => hash.startsWith(PREFIX);

/** The address of guesses. @param base the page's own; what follows a `#` in it is left out */
export function friendLink(base: string, { guesses, ...rest }: FriendGuesses): string {
  const list = guesses.map(({ user, item, guess }) => [user, item, guess]);
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, ...rest, guesses: list }));
  return `${base.split('#')[0] ?? ''}${PREFIX}${toBase64Url(bytes)}`;
}

const damaged = (): LabError =>
  new LabError('file-damaged', 'The guesses in this link cannot be read. Copy the whole link again.');

function parsed(hash: string): unknown {
  const bytes = hash.length > LONGEST ? null : fromBase64Url(hash.slice(PREFIX.length));
  if (bytes === null) throw damaged();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged();
  }
}

/** The guesses in an address. @throws LabError `file-damaged` where they have not the shape of guesses, or one person twice */
export function readFriendLink(hash: string): FriendGuesses {
  const read = SHAPE.safeParse(parsed(hash));
  if (!read.success) throw damaged();
  const { version: _, guesses, ...rest } = read.data;
  if (new Set(guesses.map(([user]) => user)).size < guesses.length) throw damaged();
  return { ...rest, guesses: guesses.map(([user, item, guess]) => ({ user, item, guess })) };
}
