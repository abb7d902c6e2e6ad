/** @file The configuration files that a person opened or changed, for all pages alike, and kept over a reload. */
import type { Session } from '../../session.svelte.ts';
import type { Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { RECORD, TEXT, z } from '../../parts/settings/shapes.ts';
import { OwnFiles } from './own-files.svelte.ts';

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
