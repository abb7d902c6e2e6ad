/** @file The site as one build made it: its files, and the headers that they are to have. The build writes it into the service worker. */

export interface SiteFile {
  /** From the site's own folder: `assets/index-D6HXU5VP.js`. */
  readonly path: string;
  readonly sha256: string;
  /** The same of what it unpacks to, where it is a `.gz`, which some hosts unpack on the way; null for all others. */
  readonly unpackedSha256: string | null;
  readonly bytes: number;
  /** Of an engine of language models: kept once it was needed, since most people never need it and it is half of the site. */
  readonly isRuntime: boolean;
}

export type Headers = Readonly<Record<string, string>>;

export interface Site {
  readonly files: readonly SiteFile[];
  /** Of every file. A host that sends none thus has the same policy and the same isolation as one that does. */
  readonly headers: Headers;
  /** In place of those, for the files whose path fits the expression. */
  readonly exceptions: readonly { readonly path: string; readonly headers: Headers }[];
}

export function keyOf({ path, sha256 }: SiteFile, scope: string): string {
  return `${scope}${path}?sha256=${sha256}`;
}

export function headersOf(site: Site, path: string): Headers {
  const exception = site.exceptions.find((one) => new RegExp(one.path).test(path));
  return { ...site.headers, ...exception?.headers };
}

export type SiteRequest =
  | 'take-over'
  | 'tidy'
  /** Get what is not kept yet, while nobody waits for anything. Answered by a `SiteReport`; to be asked again until it is, since browsers end workers. */
  | 'fill'
  | 'keep-runtimes';

export type SiteReport = 'kept' | 'incomplete';
