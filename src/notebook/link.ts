/** @file Links: where in a URL a notebook is. Always in the fragment, which no server sees and no server cuts off. */
import { LabError } from '../core/errors.ts';
import { LIMITS } from './plain-json.ts';

const NOTEBOOK = 'nb';

const LONGEST = LIMITS.payload + 4096;

export const linkTo = (base: string, payload: string): string => `${base.split('#')[0] ?? ''}#${NOTEBOOK}=${payload}`;

/** True of a fragment that is a link, also where its `=` was encoded on the way. */
export const isNotebookLink = (hash: string): boolean => /^#nb(?:=|%3d)/i.test(hash);

/** What chats and mails put into a text: characters that nobody sees, and the line breaks of quoted-printable. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]|(?<!nb)=\r?\n/g;
const ENCODED_START = /(?:#|%23)nb(?:=|%3d)/i;
/** What ends a payload: another part of the fragment, or another address. */
const BEHIND = /&|%26|https?:/;

const barePayload = (text: string): string =>
  (text.split(BEHIND, 1)[0] ?? '').replaceAll(/\s/g, '').replace(/[^\w-]+$/, '');

/** The payload of a URL, of its fragment, or alone. @throws LabError `file-empty`, `file-too-large`, `file-format-unknown` */
export function readLink(text: string): string {
  if (text.length > LONGEST) {
    const problem = `The link has more than ${LIMITS.payload} characters`;
    throw new LabError('file-too-large', `${problem}. Ask for the notebook as a .espalier.json file.`);
  }
  const link = text.replaceAll(INVISIBLE, '').trim().replace(ENCODED_START, '#nb=');
  if (link === '') throw new LabError('file-empty', 'There is no link. Give one as it was copied.');
  const start = link.search(/#(?=nb=)/);
  const hash = start < 0 ? link.indexOf('#') : start;
  const part = link
    .slice(hash + 1)
    .split('&')
    .find((one) => one.startsWith(`${NOTEBOOK}=`));
  if (part !== undefined) return barePayload(part.slice(NOTEBOOK.length + 1));
  if (hash < 0 && /^[\w-]+$/.test(link)) return link;
  throw new LabError(
    'file-format-unknown',
    'There is no notebook in this link: it has no "#nb=". Copy the whole link again.',
  );
}

export const WARN_ABOVE = 2048;
export const FILE_ABOVE = 32_768;

/** `warning` is empty for a link that is not long. */
export function sizeOf(characters: number): { readonly isForFile: boolean; readonly warning: string } {
  if (characters <= WARN_ABOVE) return { isForFile: false, warning: '' };
  const long = `The link has ${characters} characters`;
  if (characters <= FILE_ABOVE) {
    return { isForFile: false, warning: `${long}: some mail and chat programs cut off links above ${WARN_ABOVE}.` };
  }
  return { isForFile: true, warning: `${long}, too many to send. Pass the notebook on as a .espalier.json file.` };
}
