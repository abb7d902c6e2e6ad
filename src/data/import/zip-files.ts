/** @file A zip as named files. */
import { LabError } from '../../core/errors.ts';
import type { SourceFile } from './source.ts';
import type { SourceFiles } from './source-files.ts';
import { looksLikeZip, readZipDirectory, type ImportLimits } from './zip-directory.ts';
import { readZipMember, type InflationBudget } from './zip-member.ts';

/**
 * Opens a zip; only its table of contents is read.
 * @throws LabError `file-empty`, `file-not-zip`, and as `readZipDirectory`; reading a file throws as `readZipMember`
 */
export async function openZip(source: SourceFile, limits: ImportLimits): Promise<SourceFiles> {
  if (source.size === 0) throw new LabError('file-empty', `${source.name} is empty: 0 bytes.`, { file: source.name });
  if (!(await looksLikeZip(source))) {
    throw new LabError(
      'file-not-zip',
      `${source.name} is not a zip file. Import the zip as it was downloaded, without unpacking it.`,
      { file: source.name },
    );
  }
  const budget: InflationBudget = { left: limits.inflatedBytes, limits };
  const members = (await readZipDirectory(source)).map((entry) => ({
    path: entry.path,
    bytes: entry.compressedSize,
    read: (onRead: (bytes: number) => void) => readZipMember(source, entry, budget, onRead),
  }));
  return { name: source.name, members };
}
