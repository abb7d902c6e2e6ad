/**
 * @file A link's payload as a notebook. Nothing in a link is trusted, nothing in it runs by being opened.
 */
import { LabError } from '../core/errors.ts';
import type { Notebook } from './notebook.ts';
import { fromBase64Url } from './base64url.ts';
import { CHECKSUM, checksumOf, LINK_VERSION } from './encode.ts';
import { inflate } from './inflate.ts';
import { LIMITS } from './limits.ts';
import { newer } from './migrate.ts';
import { parseJson, validateNotebook, type ValidateOptions } from './validate.ts';

const damaged = (problem: string): LabError =>
  new LabError('file-damaged', `The link is damaged: ${problem}. Copy the whole link again.`);

/**
 * The notebook of a payload.
 * @throws LabError `file-too-large` before or after inflating, `file-damaged` where a character was lost or changed,
 * `file-format-unknown` for a newer link, and what `validateNotebook` throws
 */
export function decodeNotebook(payload: string, options: ValidateOptions = {}): Notebook {
  if (payload.length > LIMITS.payload) {
    throw new LabError(
      'file-too-large',
      `The link has more than ${LIMITS.payload} characters. Ask for the file instead.`,
    );
  }
  const bytes = fromBase64Url(payload);
  if (bytes === null) throw damaged('it holds characters that no link has, or was cut off');
  const [version = 0] = bytes;
  if (version > LINK_VERSION && version <= LIMITS.linkVersion) throw newer('link', version);
  if (version !== LINK_VERSION || bytes.length <= 1 + CHECKSUM) throw damaged('its beginning is missing');
  const packed = bytes.subarray(1 + CHECKSUM);
  const checksum = checksumOf(packed);
  if (checksum.some((byte, at) => byte !== bytes[1 + at])) {
    throw damaged('its checksum does not fit, so characters were lost or changed');
  }
  const json = inflate(packed, LIMITS.inflated);
  return validateNotebook(parseJson(textOf(json)), options);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new LabError('file-damaged', 'The link is damaged: it holds no text. Copy the whole link again.', null, {
      cause,
    });
  }
}
