/**
 * @file Links: where in a URL a notebook is. Always in the fragment, which no server sees and no server cuts off.
 */
import { LabError } from '../core/errors.ts';
import { LIMITS } from './limits.ts';

const NOTEBOOK = 'nb';
const SOURCE = 'src';

/** Room for the page's address before the payload. */
const LONGEST = LIMITS.payload + 4096;

/** What a link holds: a notebook's payload, or the address of its file. */
export type Link =
  { readonly type: 'payload'; readonly payload: string } | { readonly type: 'source'; readonly url: string };

/**
 * The link of a payload.
 * @param base the page's address; what follows a `#` in it is left out
 */
export const linkTo = (base: string, payload: string): string => `${base.split('#')[0] ?? ''}#${NOTEBOOK}=${payload}`;

/**
 * Reads a link: a URL, its fragment with or without the `#`, or the payload alone.
 * @throws LabError `file-empty`, `file-too-large`, `file-format-unknown` where there is no notebook in it
 */
export function readLink(text: string): Link {
  if (text.length > LONGEST) {
    const problem = `The link has more than ${LIMITS.payload} characters`;
    throw new LabError('file-too-large', `${problem}. Ask for the notebook as a .espalier.json file.`);
  }
  const link = text.trim();
  if (link === '') throw new LabError('file-empty', 'There is no link. Give one as it was copied.');
  const hash = link.indexOf('#');
  const parts = link.slice(hash + 1).split('&');
  for (const [at, part] of parts.entries()) {
    if (part.startsWith(`${NOTEBOOK}=`)) return { type: 'payload', payload: part.slice(NOTEBOOK.length + 1) };
    if (part.startsWith(`${SOURCE}=`)) {
      const [own, all] = [part, parts.slice(at).join('&')].map((text) => text.slice(SOURCE.length + 1));
      return { type: 'source', url: addressOf(own ?? '', all ?? '') };
    }
  }
  if (hash < 0 && /^[\w-]+$/.test(link)) return { type: 'payload', payload: link };
  throw new LabError(
    'file-format-unknown',
    'There is no notebook in this link: it has no "#nb=". Copy the whole link again.',
  );
}

/** An address that is written as it is goes on to the end of the fragment, whatever is in it; an encoded one ends with its part. */
function addressOf(part: string, all: string): string {
  try {
    const { protocol, href } = new URL(/^https?:/i.test(all) ? all : decodeURIComponent(part));
    if (protocol === 'https:' || protocol === 'http:') return href;
  } catch {
    // Told below, in words.
  }
  throw new LabError('file-format-unknown', 'What follows "#src=" in this link is no web address.');
}
