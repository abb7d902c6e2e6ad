/** @file Configuration files that a person opened or changed, in the place of the lab's own. */
import { type Json, parsedJson } from '../../../core/json.ts';
import type { Files } from '../../parts/agents/system-file.ts';
import type { Session } from '../../session.svelte.ts';
import type { Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { RECORD, TEXT, z } from '../../parts/settings/shapes.ts';

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class OwnFiles {
  list = $state.raw<Files>({});
  /** Texts by path that are no JSON yet. The files stay as they were until they are. */
  drafts = $state.raw<Readonly<Record<string, string>>>({});
  /** Those that were put away for the lab's own, as long as the page is open. */
  putAway = $state.raw<Files>({});
  private readonly labs: () => Files;

  constructor(labs: () => Files) {
    this.labs = labs;
  }

  /** Puts a file in the place of the lab's; null takes it away again. */
  set(path: string, content: Json): void {
    this.dropDrafts([path]);
    const { [path]: _, ...others } = this.list;
    this.list = content === null || isSame(content, this.labs()[path]) ? others : { ...others, [path]: content };
    this.putAway = {};
  }

  type(path: string, text: string): void {
    const content = parsedJson(text);
    if (content === undefined) this.drafts = { ...this.drafts, [path]: text };
    else this.set(path, content);
  }

  take(files: Files): void {
    this.dropDrafts(Object.keys(files));
    const labs = this.labs();
    const others = Object.entries(files).filter(([path, file]) => !isSame(file, labs[path]));
    this.list = { ...this.list, ...Object.fromEntries(others) };
    this.putAway = {};
  }

  swap(): void {
    this.drafts = {};
    [this.list, this.putAway] = [this.putAway, this.list];
  }

  private dropDrafts(paths: readonly string[]): void {
    this.drafts = Object.fromEntries(Object.entries(this.drafts).filter(([path]) => !paths.includes(path)));
  }
}

const opened = new WeakMap<Session, OwnFiles>();

/** A session's files; put back when they are first asked for. */
export function ownFilesOf(session: Session): OwnFiles {
  const known = opened.get(session);
  if (known !== undefined) return known;
  const own = new OwnFiles(() => session.description?.agents.files ?? {});
  session.settings.keep('agents/files', own, {
    list: RECORD,
    drafts: z.record(z.string(), TEXT),
  } satisfies Shapes<OwnFiles>);
  opened.set(session, own);
  return own;
}
