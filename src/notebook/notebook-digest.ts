/**
 * @file What tells two notebooks apart, whatever their files and links look like.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../core/json.ts';
import type { Notebook } from './notebook.ts';
import { shortenNotebook } from './completion.ts';
import { shortenExpected } from './expected.ts';
import { fingerprint } from './fingerprints.ts';

/** The digest of a complete notebook; of no more than what its link would hold. */
export const digestOf = (notebook: Notebook): string =>
  fingerprint(bytesToHex(sha256(utf8ToBytes(canonicalJson(shortenNotebook(shortenExpected(notebook)))))));
