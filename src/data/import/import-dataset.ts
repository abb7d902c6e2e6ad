/** @file From a file that somebody brought to a `Dataset`. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Dataset } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { ImportedTables } from './format.ts';
import { formatNamed, recognisedFormat } from './formats.ts';
import { Pace, type ImportProgress } from './import-progress.ts';
import { RejectedRows } from './rejected-rows.ts';
import { chunksOf, type SourceFile } from './source.ts';
import { IMPORT_LIMITS, type ImportLimits } from './zip-directory.ts';
import { openZip } from './zip-files.ts';

/** How to import. */
export interface ImportOptions {
  /** The id of a format; recognised from the content where it is absent. */
  readonly format?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
  /** Other caps than `IMPORT_LIMITS`. */
  readonly limits?: ImportLimits;
}

/**
 * Reads a dataset. The file is read twice, once for its fingerprint and once for its tables, and never held as a whole.
 * @throws LabError `file-empty`, `file-not-zip`, `file-truncated`, `file-damaged`, `file-too-large`, `file-format-unknown`,
 *   `file-member-missing`, `file-invalid` where no row can be used, `name-unknown` for the format, `aborted`
 */
export async function importDataset(source: SourceFile, options: ImportOptions): Promise<Dataset> {
  throwIfAborted(options.signal);
  const format = options.format === undefined ? null : formatNamed(options.format);
  const files = await openZip(source, options.limits ?? IMPORT_LIMITS);
  const opened = (format ?? recognisedFormat(files)).open(files);
  const pace = new Pace(options.signal, options.onProgress);
  pace.expect(source.size + opened.members.reduce((sum, { bytes }) => sum + bytes, 0));
  const sha256OfSource = await fingerprint(source, pace);
  const rejected = new RejectedRows();
  const tables = await opened.read({ pace, rejected });
  pace.finish();
  return datasetOf(source.name, tables, sha256OfSource, rejected);
}

/**
 * The dataset that tables make.
 * @param name what messages call the source
 * @throws LabError `file-invalid` where no interaction is left
 */
export function datasetOf(name: string, tables: ImportedTables, fingerprint: string, rejected: RejectedRows): Dataset {
  checkUsable(name, tables, rejected);
  const { manifest, users, items, interactions } = tables;
  const counts = { users: users.length, items: items.length, interactions: interactions.user.length };
  return {
    manifest: { ...manifest, sha256: fingerprint, counts },
    users,
    items,
    interactions,
    rejected: rejected.rows,
    rejectedCounts: rejected.counts,
  };
}

const HASH_STEP = 256 * 1024;

async function fingerprint(source: SourceFile, pace: Pace): Promise<string> {
  pace.phase(`Checking ${source.name}`);
  // Not crypto.subtle, which takes a whole buffer and no stream.
  const hash = sha256.create();
  for await (const chunk of chunksOf(source, 0, source.size)) {
    for (let from = 0; from < chunk.length; from += HASH_STEP) {
      const step = chunk.subarray(from, from + HASH_STEP);
      hash.update(step);
      pace.did({ bytes: step.length });
      await pace.giveWay();
    }
  }
  return bytesToHex(hash.digest());
}

function checkUsable(name: string, { items, interactions }: ImportedTables, rejected: RejectedRows): void {
  if (items.length > 0 && interactions.user.length > 0) return;
  const reasons = Object.entries(rejected.counts).map(([reason, count]) => `${reason} (${count})`);
  const [first] = rejected.rows;
  const where = first === undefined ? '' : ` The first is line ${first.line} of ${first.file}: ${first.reason}.`;
  throw new LabError(
    'file-invalid',
    `${name} holds no interaction that can be used. Rejected rows: ${reasons.join(', ') || 'none'}.${where}`,
    { rejected: rejected.counts },
  );
}
