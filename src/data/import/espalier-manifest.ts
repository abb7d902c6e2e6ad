/** @file `manifest.json` of a dataset in the lab's own form. */
import * as z from 'zod/mini';
import { LabError } from '../../core/errors.ts';

/** The tables, in the order in which their bytes make the dataset's fingerprint. */
export const TABLE_NAMES = ['users', 'items', 'interactions'] as const;

/** A table of a dataset in the lab's own form. */
export type TableName = (typeof TABLE_NAMES)[number];

const LARGEST_TABLE = 256 * 1024 ** 2;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const schema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  synthetic: z.boolean(),
  description: z.string().check(z.maxLength(2000)),
  license: z.string().check(z.maxLength(2000)),
  itemNoun: z.string().check(z.minLength(1), z.maxLength(40)),
  scale: z
    .object({ min: z.number(), max: z.number(), step: z.number().check(z.positive()) })
    .check(z.refine(({ min, max }) => min < max, 'min must be below max')),
  sha256: hash,
  counts: z.object({ users: z.int(), items: z.int(), interactions: z.int() }),
  files: z.record(z.string(), z.object({ sha256: hash, bytes: z.int().check(z.gte(0), z.lte(LARGEST_TABLE)) })),
});

/** What the manifest says. `files` gives the hash and the size of each table unpacked, `sha256` that of all tables in order. */
export type EspalierManifest = z.infer<typeof schema>;

/** Reads a manifest. @throws LabError `file-invalid`, with the field */
export function parseManifest(bytes: Uint8Array): EspalierManifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new LabError('file-invalid', 'manifest.json is not JSON.', null, { cause });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? 'the whole' : issue.path.join('.');
  throw new LabError('file-invalid', `manifest.json is not one of a dataset: ${field}: ${issue?.message ?? ''}.`, {
    field,
  });
}
