/** @file Vectors of words in Chromium: the same as in Node. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { lexicalEmbedding } from '../../src/models/built-in-embeddings.ts';
import { LEXICAL_DIGEST, LEXICAL_TEXTS } from '../models/lexical/lexical-digest.ts';

const { signal } = new AbortController();

test('lexical vectors are those of Node, byte for byte', async () => {
  const hash = sha256.create();
  for (const vector of await lexicalEmbedding(LEXICAL_TEXTS).embed(LEXICAL_TEXTS, { signal })) {
    hash.update(new Uint8Array(vector.buffer));
  }
  expect(bytesToHex(hash.digest())).toBe(LEXICAL_DIGEST);
});
