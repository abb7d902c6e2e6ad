/** @file From what was handed in, zips, gzipped and plain files, to the named files that formats read. */
import { LabError } from '../../core/errors.ts';
import { looksLikeGzip, readGzip } from './gzip-file.ts';
import { InflationBudget, type ImportLimits } from './inflation.ts';
import { chunksOf, type SourceFile } from './source.ts';
import type { MemberFile, SourceFiles } from './source-files.ts';
import { looksLikeZip } from './zip-directory.ts';
import { zipFiles } from './zip-files.ts';

/**
 * Opens files that belong together. What packs them is told by their content: zips count as the files in them, a gzipped
 * file as what it holds, under the name that it has.
 * @throws LabError `file-empty`, `file-not-zip` for another file that is named as one, and as `readZipDirectory`
 */
export async function openSources(sources: readonly SourceFile[], limits: ImportLimits): Promise<SourceFiles> {
  const budget = new InflationBudget(limits);
  const members: MemberFile[] = [];
  for (const source of sources) for (const one of await membersOf(source, budget)) members.push(one);
  return { name: namesOf(sources), members };
}

/** What messages call files that were handed in together. */
export function namesOf(sources: readonly SourceFile[]): string {
  if (sources.length <= 3) return sources.map(({ name }) => name).join(' and ');
  return `${sources[0]?.name ?? ''} and ${sources.length - 1} more`;
}

async function membersOf(source: SourceFile, budget: InflationBudget): Promise<readonly MemberFile[]> {
  const { name, size } = source;
  if (size === 0) throw new LabError('file-empty', `${name} is empty: 0 bytes.`, { file: name });
  if (await looksLikeZip(source)) return zipFiles(source, budget);
  if (/\.zip$/i.test(name)) {
    throw new LabError('file-not-zip', `${name} is not a zip file, though it is named as one. Get the file again.`, {
      file: name,
    });
  }
  if (await looksLikeGzip(source)) {
    return [{ path: name, bytes: size, read: (onRead) => readGzip(source, budget, onRead) }];
  }
  return [{ path: name, bytes: size, read: (onRead) => readPlain(source, onRead), source, budget }];
}

async function* readPlain(
  source: SourceFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunksOf(source, 0, source.size)) {
    onRead(chunk.length);
    yield chunk;
  }
}
