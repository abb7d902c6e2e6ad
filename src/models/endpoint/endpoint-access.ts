/**
 * @file Which endpoints the person has switched on, and with which keys. A spec may come from a link, and what it names gets
 * the prompts: so nothing is sent to an address that the person has not allowed in this session. Kept in memory only.
 */
import { LabError } from '../../core/errors.ts';
import { readBaseUrl } from './endpoint-options.ts';

/** What the person has allowed. */
export interface EndpointAccess {
  /**
   * @param key what the server wants as a bearer token; null where it wants none
   * @throws LabError `spec-invalid` for an address that is none and a key that no header can carry
   */
  allow(baseUrl: string, key: string | null): void;
  withdraw(baseUrl: string): void;
  /**
   * The key for an address, null where there is none.
   * @throws LabError `network-off` where the address was not allowed
   */
  keyFor(baseUrl: string): string | null;
}

/**
 * A key as it is sent: without spaces around it, null where nothing is left.
 * @throws LabError `spec-invalid` where a header cannot carry it; the message does not repeat it
 */
export function readKey(key: string | null): string | null {
  const trimmed = key?.trim() ?? '';
  if (/^[\x21-\x7e]*$/.test(trimmed)) return trimmed === '' ? null : trimmed;
  throw new LabError('spec-invalid', 'The key holds spaces or letters that no key has. Copy it once more.', {
    field: 'key',
  });
}

/** Nothing allowed yet. */
export function createEndpointAccess(): EndpointAccess {
  const keys = new Map<string, string | null>();
  return {
    allow: (baseUrl, key) => void keys.set(readBaseUrl(baseUrl), readKey(key)),
    withdraw: (baseUrl) => void keys.delete(readBaseUrl(baseUrl)),
    keyFor(baseUrl) {
      const key = keys.get(readBaseUrl(baseUrl));
      if (key !== undefined) return key;
      throw new LabError(
        'network-off',
        `This model is at ${baseUrl}, which would get all prompts, and is not switched on. Switch it on under Models.`,
        { baseUrl },
      );
    },
  };
}
