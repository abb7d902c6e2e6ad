/**
 * @file Downloads the files of a transformers.js model: what is here already stays, and what is missing is fetched in order.
 */
import { LabError } from '../../core/errors.ts';
import { whileLocked } from '../../core/platform/storage-lock.ts';
import type { SourceTest } from '../service/model-library.ts';
import { ask, type Answer, type Source } from './ask-source.ts';
import { fetchFile } from './fetch-file.ts';
import { folderOf, pathOf, readManifest, writeManifest, type Manifest, type ManifestFile } from './manifest.ts';
import { addressOf, checkName, type SourcedModel } from './model-source.ts';
import type { ModelStoreHost, Report } from './model-store.ts';
import { CONFIG, dtypeOf, filesOf, type Dtype, type NeededFile } from './transformers-files.ts';

/** What is downloaded. */
export interface DownloadRequest extends SourcedModel {
  readonly source: string;
  readonly dtype: string;
}

const asSource = ({ fetch, idleMilliseconds }: ModelStoreHost, { source }: DownloadRequest): Source => ({
  fetch,
  idleMilliseconds,
  place: source,
});

const urlOf = (host: ModelStoreHost, request: DownloadRequest, path: string): string =>
  addressOf(request.source, request, path, host.base);

/**
 * Asks a source which files of a model it has, fetching only its config.json.
 * @throws LabError `network-failed` for a source that cannot be asked, `model-missing` naming the file that it lacks
 */
export async function testSource(
  host: ModelStoreHost,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<SourceTest> {
  checkName(request);
  const announced = await sourceFiles(host, request, dtypeOf(request.dtype), signal);
  const found = announced.filter(({ state }) => state !== 'absent');
  const rest = await ask(asSource(host, request), urlOf(host, request, CONFIG), CONFIG, 1, signal);
  await rest.body?.cancel();
  const bytes = found.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0);
  return { files: found.length, bytes, resumable: rest.status === 206 };
}

/**
 * Downloads a model, or what is missing of it, and checks it. Where it is stopped or fails, what came stays.
 * @throws LabError `network-failed`, `model-missing` (the source lacks a file), `model-damaged`, `storage-full`, `aborted`
 */
export async function downloadModel(
  host: ModelStoreHost,
  request: DownloadRequest,
  onProgress: Report,
  signal: AbortSignal,
): Promise<void> {
  checkName(request);
  const dtype = dtypeOf(request.dtype);
  const { model, revision } = request;
  const waiting = (): void =>
    onProgress({ phase: `Waiting for another tab that downloads ${model}`, bytes: 0, totalBytes: 0 });
  await whileLocked(host.files, folderOf(model, revision), waiting, signal, () =>
    fetchMissing(host, request, dtype, onProgress, signal),
  );
}

async function fetchMissing(
  host: ModelStoreHost,
  request: DownloadRequest,
  dtype: Dtype,
  onProgress: Report,
  signal: AbortSignal,
): Promise<void> {
  const { files } = host;
  onProgress({ phase: `Asking ${request.source}`, bytes: 0, totalBytes: 0 });
  let manifest = await beginManifest(host, request, dtype, signal);
  const present = new Map<string, number>();
  for (const { path } of manifest.files) present.set(path, (await files.open(pathOf(manifest, path)))?.size ?? 0);
  await refuseTooLarge(host, manifest, present);
  const report = (path: string, bytes: number): void => {
    present.set(path, bytes);
    const totalBytes = manifest.files.reduce(
      (sum, file) => sum + Math.max(present.get(file.path) ?? 0, file.state === 'missing' ? (file.size ?? 0) : 0),
      0,
    );
    onProgress({ phase: `Downloading ${path}`, bytes: [...present.values()].reduce((a, b) => a + b, 0), totalBytes });
  };
  for (const entry of manifest.files) {
    if (entry.state !== 'missing') continue;
    const target = { url: urlOf(host, request, entry.path), stored: pathOf(manifest, entry.path), entry };
    const fetched = await fetchFile(
      asSource(host, request),
      files,
      target,
      (bytes) => report(entry.path, bytes),
      signal,
    );
    if (fetched === null && entry.required) throw lacking(request, entry.path);
    manifest = settled(
      manifest,
      fetched === null ? { ...entry, state: 'absent' } : { ...entry, ...fetched, state: 'complete' },
    );
    await writeManifest(files, manifest);
  }
}

const settled = (manifest: Manifest, file: ManifestFile): Manifest => ({
  ...manifest,
  files: manifest.files.map((one) => (one.path === file.path ? file : one)),
});

/** The manifest that an earlier attempt left, where it was about the same thing; else a new one, and nothing beside it. */
async function beginManifest(
  host: ModelStoreHost,
  request: DownloadRequest,
  dtype: Dtype,
  signal: AbortSignal,
): Promise<Manifest> {
  const { files } = host;
  const { model, revision, source } = request;
  const before = await readManifest(files, model, revision);
  if (before?.source === source && before.dtype === dtype) return before;
  const found = await sourceFiles(host, request, dtype, signal);
  await files.remove(folderOf(model, revision));
  const manifest: Manifest = { model, revision, dtype, source, files: [...found] };
  await writeManifest(files, manifest);
  return manifest;
}

async function sourceFiles(
  host: ModelStoreHost,
  request: DownloadRequest,
  dtype: Dtype,
  signal: AbortSignal,
): Promise<readonly ManifestFile[]> {
  const answer = await ask(asSource(host, request), urlOf(host, request, CONFIG), CONFIG, 0, signal);
  if (answer.status !== 200 || answer.body === null) throw lacking(request, CONFIG);
  const config: unknown = await new Response(answer.body).json().catch(() => {
    throw new LabError('model-damaged', `${CONFIG} from ${request.source} is not JSON.`, { path: CONFIG });
  });
  return announce(host, request, filesOf(config, dtype), signal);
}

/** What a source says of each file before any is fetched. */
async function announce(
  host: ModelStoreHost,
  request: DownloadRequest,
  needed: readonly NeededFile[],
  signal: AbortSignal,
): Promise<readonly ManifestFile[]> {
  const source = asSource(host, request);
  return Promise.all(
    needed.map(async ({ path, required }): Promise<ManifestFile> => {
      const unknown = { path, required, size: null, sha256: null, version: null, state: 'missing' } as const;
      let answer: Answer;
      try {
        answer = await ask(source, urlOf(host, request, path), path, 0, signal, 'HEAD');
      } catch (thrown) {
        // A host that answers only GET tells the same later.
        if (thrown instanceof LabError && isStatus(thrown, 405, 501)) return unknown;
        throw thrown;
      }
      if (answer.status !== 404) {
        const { size, sha256, version } = answer;
        return { ...unknown, size, sha256, version };
      }
      if (required) throw lacking(request, path);
      return { ...unknown, state: 'absent' };
    }),
  );
}

const isStatus = ({ details }: LabError, ...statuses: readonly number[]): boolean =>
  typeof details === 'object' &&
  details !== null &&
  'status' in details &&
  statuses.includes(Number(details['status']));

async function refuseTooLarge(
  { freeBytes }: ModelStoreHost,
  { model, files }: Manifest,
  present: ReadonlyMap<string, number>,
): Promise<void> {
  const free = await freeBytes();
  const needed = files
    .filter(({ state }) => state === 'missing')
    .reduce((sum, { path, size }) => sum + Math.max(0, (size ?? 0) - (present.get(path) ?? 0)), 0);
  if (free === null || needed <= free) return;
  throw new LabError(
    'storage-full',
    `${model} takes ${megabytes(needed)} more and the browser gives the lab ${megabytes(free)}. Delete a model or a dataset, then resume.`,
    { needed, free },
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const lacking = ({ model, source, dtype }: DownloadRequest, path: string): LabError =>
  new LabError(
    'model-missing',
    `${source} has no ${path} for ${model}. Check the name and the revision${path.startsWith('onnx/') ? `, or choose another precision than ${dtype}` : ''}.`,
    { path },
  );
