/** @file A zip as named files. */
import type { InflationBudget } from './inflation.ts';
import type { SourceFile } from './source.ts';
import type { MemberFile } from './source-files.ts';
import { readZipDirectory } from './zip-directory.ts';
import { readZipMember } from './zip-member.ts';

/**
 * The files in a zip; only its table of contents is read.
 * @throws LabError as `readZipDirectory`; reading a file throws as `readZipMember`
 */
export async function zipFiles(source: SourceFile, budget: InflationBudget): Promise<readonly MemberFile[]> {
  return (await readZipDirectory(source)).map((entry) => ({
    path: entry.path,
    bytes: entry.compressedSize,
    read: (onRead) => readZipMember(source, entry, budget, onRead),
  }));
}
