/** @file From what was handed in, archives, gzipped and plain files, to the named files that recipes read. */
import { LabError } from '../../core/errors.ts';
import { isGzip, isTar, isZip, tarEntries, zipEntries, type ArchiveEntry } from './archives.ts';
import { cutOff, InflationBudget, unpacked, type ImportLimits, type PackedFile } from './inflation.ts';
import {
  bytesOf,
  firstBytes,
  chunksOf,
  type SourceFile,
  wholeSource,
  type MemberFile,
  type SourceFiles,
} from './source-files.ts';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
const [STORED, DEFLATED] = [0, 8];

const REFUSED: readonly (readonly [start: string, what: string, instead: string])[] = [
  ['PK\x03\x04', 'a zip in another file', 'unpack it first'],
  ['BZh', 'packed by bzip2', 'unpack it first (bunzip2)'],
  ['\xfd7zXZ', 'packed by xz', 'unpack it first (unxz)'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive', 'unpack it first (7z x)'],
  ['Rar!', 'a RAR archive', 'unpack it first'],
  ['\x28\xb5\x2f\xfd', 'packed by Zstandard', 'unpack it first (unzstd)'],
  ['\x04\x22\x4d\x18', 'packed by LZ4', 'unpack it first (unlz4)'],
  ['\xd0\xcf\x11\xe0', 'an Excel workbook', 'save it as CSV'],
  ['\x89HDF', 'an HDF5 file', 'write it as CSV or Parquet'],
  ['SQLite format 3', 'an SQLite database', 'write its table as CSV'],
  ['\x93NUMPY', 'an array of NumPy', 'write it as CSV'],
  ['ARROW1', 'an Arrow file', 'write it as Parquet'],
  ['FEA1', 'a Feather file', 'write it as Parquet'],
  ['Obj\x01', 'an Avro file', 'write it as Parquet'],
  ['ORC', 'an ORC file', 'write it as Parquet'],
];

/** What a file is that cannot be read, as the end of a sentence; null where nothing speaks against it. */
export function refusedKind(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.subarray(0, 16));
  const [first = 0, protocol = 0] = start;
  if (first === 0x80 && protocol >= 2 && protocol <= 5)
    return 'is a pickle, which is a program: write the table as CSV';
  const found = REFUSED.find(([magic]) => text.startsWith(magic));
  return found === undefined ? null : `is ${found[1]}: ${found[2]}`;
}

/** What packs a file is known by its content. Zips and tars count as the files in them. @throws LabError `file-empty`, `file-not-zip`, `file-invalid` */
export async function openSources(sources: readonly SourceFile[], limits: ImportLimits): Promise<SourceFiles> {
  const budget = new InflationBudget(limits);
  const members: MemberFile[] = [];
  const filled = sources.length === 1 ? sources : sources.filter(({ size }) => size > 0);
  if (filled.length === 0) throw new LabError('file-empty', `${namesOf(sources)} are empty: 0 bytes.`);
  for (const source of filled) for (const one of await membersOf(source, budget)) members.push(one);
  return { name: namesOf(sources), members };
}

export function namesOf(sources: readonly SourceFile[]): string {
  if (sources.length <= 3) return sources.map(({ name }) => name).join(' and ');
  return `${sources[0]?.name ?? ''} and ${sources.length - 1} more`;
}

async function membersOf(source: SourceFile, budget: InflationBudget): Promise<readonly MemberFile[]> {
  const { name, size } = source;
  if (size === 0) throw new LabError('file-empty', `${name} is empty: 0 bytes.`, { file: name });
  const start = await bytesOf(source, 0, Math.min(512, size));
  if (isZip(start)) return zipMembers(source, budget);
  if (/\.zip$/i.test(name)) {
    const message = `${name} is not a zip file, though it is named as one. Get the file again.`;
    throw new LabError('file-not-zip', message, { file: name });
  }
  const read: MemberFile['read'] = (onRead) => counted(chunksOf(source, 0, size), onRead);
  const plain: MemberFile = { path: name, bytes: size, budget, source, read };
  const refused = refusedKind(start);
  if (refused !== null) throw new LabError('file-invalid', `${name} ${refused}.`, { file: name });
  if (!isGzip(start)) return isTar(start) ? tarMembers(source, budget) : [plain];
  const gunzipped = gunzippedMember(plain, size);
  if (!isTar(await startOf(gunzipped))) return [gunzipped];
  return tarMembers(await wholeSource(gunzipped), budget);
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    onRead?.(chunk.length);
    yield chunk;
  }
}

function gunzippedMember(packed: MemberFile, packedSize: number): MemberFile {
  const { path, bytes, budget } = packed;
  const file: PackedFile = { label: path, compressedSize: packedSize };
  return {
    path,
    bytes,
    budget,
    read: (onRead) => unpacked(packed.read(), file, 'gzip', budget, onRead),
  };
}

/** At least one block of a tar where there is one. */
const startOf = (member: MemberFile): Promise<Uint8Array> => firstBytes(member.read(), 512);

async function zipMembers(source: SourceFile, budget: InflationBudget): Promise<readonly MemberFile[]> {
  const entries = await zipEntries(source);
  const problem = `${source.name} is an Office document, such as an Excel workbook: save it as CSV.`;
  if (entries.some(({ path }) => path === '[Content_Types].xml')) throw new LabError('file-invalid', problem);
  return entries.map((entry): MemberFile => {
    const { path, compressedSize: bytes } = entry;
    const member: MemberFile = { path, bytes, budget, read: (onRead) => readZipMember(source, entry, budget, onRead) };
    // A gzipped file in a zip counts as what it holds.
    return /\.gz$/i.test(path) ? eitherWay(member, gunzippedMember(member, entry.size)) : member;
  });
}

const eitherWay = (plain: MemberFile, gunzipped: MemberFile): MemberFile => ({
  ...plain,
  async *read(onRead) {
    yield* (isGzip(await startOf(plain)) ? gunzipped : plain).read(onRead);
  },
});

async function* readZipMember(
  source: SourceFile,
  entry: ArchiveEntry,
  budget: InflationBudget,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { path, compressedSize, size, method } = entry;
  const file: PackedFile = { label: `${path} in ${source.name}`, compressedSize };
  if (entry.encrypted)
    throw new LabError('file-invalid', `${file.label} is encrypted; zip it again without a password.`);
  if (method !== STORED && method !== DEFLATED)
    throw new LabError('file-invalid', `${file.label} is packed by method ${method}; zip it again with deflate.`);
  budget.check(file, size);
  const header = await bytesOf(source, entry.offset, Math.min(source.size, entry.offset + LOCAL_HEADER_SIZE));
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER_SIZE || view.getUint32(0, true) !== LOCAL_HEADER) {
    const message = `${file.label} is not where the zip says (byte ${entry.offset}). Get the file again.`;
    throw new LabError('file-damaged', message);
  }
  const start = entry.offset + LOCAL_HEADER_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + compressedSize > source.size) throw cutOff({ ...file, compressedSize: source.size - start });
  const packing = { isDeflated: method === DEFLATED, crc32: entry.crc32, size };
  yield* unpacked(chunksOf(source, start, start + compressedSize), file, packing, budget, onRead);
}

async function tarMembers(source: SourceFile, budget: InflationBudget): Promise<readonly MemberFile[]> {
  const { name, size } = source;
  const entries = await tarEntries(name, (start, end) => bytesOf(source, Math.min(start, size), Math.min(end, size)));
  return entries.map(({ path, offset, size: bytes }): MemberFile => {
    if (offset + bytes > size) throw cutOff({ label: `${path} in ${name}`, compressedSize: size });
    const stream: SourceFile['stream'] = (from, to) => source.stream(offset + from, offset + to);
    const own: SourceFile = { name: path, size: bytes, stream };
    return { path, bytes, budget, source: own, read: (onRead) => counted(chunksOf(own, 0, bytes), onRead) };
  });
}
