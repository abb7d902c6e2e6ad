/**
 * @file The table of word vectors that comes with the lab: `word-vectors.json` says what it was distilled from, `tokens.txt.gz` holds
 * its tokens, a line each, and `word-vectors.i8.gz` their vectors, one signed byte a component. How it is made:
 * datasets/word-vectors/make.ts.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { gunzipSync } from 'fflate';
import { LabError } from '../core/errors.ts';
import * as z from 'zod/mini';

export const WORDS_FOLDER = 'word-vectors';
export const WORDS_DESCRIPTION = 'word-vectors.json';
export const VECTORS_FILE = 'word-vectors.i8.gz';
/** The tokens; one that goes on within a word begins with `##`. */
export const TOKENS_FILE = 'tokens.txt.gz';

const DESCRIPTION = z.object({
  model: z.string(),
  engine: z.string(),
  revision: z.string(),
  dtype: z.string(),
  tokens: z.int().check(z.gte(1), z.lte(100_000)),
  dimensions: z.int().check(z.gte(1), z.lte(1024)),
  /** Of the vectors and then the tokens, unpacked. */
  sha256: z.string(),
});

export type WordsDescription = z.infer<typeof DESCRIPTION>;

export interface WordTable {
  readonly dimensions: number;
  readonly rows: ReadonlyMap<string, number>;
  /** Row-major; a token's vector is as long as it says much. */
  readonly vectors: Int8Array;
}

/** No token of the vocabulary is longer than this many bytes on average. */
const TOKEN_BYTES = 16;

/**
 * Reads the table.
 * @param fetchFile the bytes of a file of its folder
 * @throws LabError `file-damaged` where the files are not those that the description is of, and what `fetchFile` throws
 */
export async function readWordTable(fetchFile: (file: string) => Promise<Uint8Array>): Promise<WordTable> {
  const [described, packed, list] = await Promise.all([
    fetchFile(WORDS_DESCRIPTION),
    fetchFile(VECTORS_FILE),
    fetchFile(TOKENS_FILE),
  ]);
  const damaged = new LabError(
    'file-damaged',
    `The word vectors do not fit ${WORDS_DESCRIPTION}. Load the page again.`,
  );
  const read = (): {
    readonly description: WordsDescription;
    readonly vectors: Uint8Array;
    readonly words: Uint8Array;
  } => {
    try {
      const description = DESCRIPTION.parse(JSON.parse(new TextDecoder().decode(described)));
      const { tokens, dimensions } = description;
      const vectors = gunzipSync(packed, { out: new Uint8Array(tokens * dimensions) });
      return { description, vectors, words: gunzipSync(list, { out: new Uint8Array(tokens * TOKEN_BYTES) }) };
    } catch {
      throw damaged;
    }
  };
  const { description, vectors, words } = read();
  if (bytesToHex(sha256.create().update(vectors).update(words).digest()) !== description.sha256) throw damaged;
  const rows = new Map(
    new TextDecoder()
      .decode(words)
      .split('\n')
      .map((token, row) => [token, row]),
  );
  return {
    dimensions: description.dimensions,
    rows,
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
  };
}
