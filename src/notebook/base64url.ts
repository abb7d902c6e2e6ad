/**
 * @file Bytes as text that a link's fragment can carry (RFC 4648, section 5, without padding).
 */

const CHUNK = 8192;

/** Bytes as base64url. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of base64url; null where the text is none, or not the one way in which they are written. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : null;
}
