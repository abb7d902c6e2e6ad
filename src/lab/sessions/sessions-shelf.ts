/** @file Sessions that are kept: `sessions/<id>.jsonl` holds their events, `sessions/<id>.json` what a list shows of them. */
import { readJsonFile, writeJsonFile } from '../../data/store/json-file.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { openJsonLines, readJsonLines, removeJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { TRACE_LINES, type KeptTrace } from '../../trace/trace-file.ts';
import type { KeptSessions } from '../training/service.ts';
import { parseSessionsSpec } from './sessions-spec.ts';

const FOLDER = 'sessions';
const ID = /^[\w-]{1,100}$/;

/** Kept sessions. Every method throws a LabError `spec-invalid` for an id that is no name. */
export class SessionsShelf {
  private readonly files: FileStore;

  constructor(files: FileStore) {
    this.files = files;
  }

  /** Keeps what they are, and takes their events from here on. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` */
  async begin(sessions: Omit<KeptSessions, 'isWhole'>): Promise<JsonLinesFile<TraceEvent>> {
    await this.note({ ...sessions, isWhole: false });
    return openJsonLines(this.files, pathOf(sessions.id, 'jsonl'), TRACE_LINES);
  }

  /** Keeps what a list shows of them. */
  note(sessions: KeptSessions): Promise<void> {
    return writeJsonFile(this.files, pathOf(sessions.id, 'json'), sessions);
  }

  /** Latest first; what cannot be read is left out. */
  async list(): Promise<readonly KeptSessions[]> {
    const paths = await this.files.list(FOLDER);
    const kept = await Promise.all(paths.filter((path) => path.endsWith('.json')).map((path) => this.header(path)));
    return kept.filter((one) => one !== null).sort((a, b) => b.startedAt - a.startedAt);
  }

  /** As far as they can be read, also while they are held. @throws LabError `name-unknown` where there are none */
  async read(id: string): Promise<KeptTrace> {
    const kept = await readJsonLines(this.files, pathOf(id, 'jsonl'), TRACE_LINES);
    if (kept !== null) return { events: kept.entries, fault: kept.fault };
    throw new LabError('name-unknown', 'These sessions are not kept here; they may have been removed.', { id });
  }

  /** @throws LabError `open-elsewhere` while they are held */
  async remove(id: string): Promise<void> {
    await removeJsonLines(this.files, pathOf(id, 'jsonl'));
    await this.files.remove(pathOf(id, 'json'));
  }

  private async header(path: string): Promise<KeptSessions | null> {
    const kept = await readJsonFile<KeptSessions>(this.files, path);
    try {
      return kept ? { ...kept, spec: parseSessionsSpec(kept.spec) } : null;
    } catch {
      return null;
    }
  }
}

function pathOf(id: string, extension: 'json' | 'jsonl'): string {
  if (!ID.test(id)) throw new LabError('spec-invalid', `${id} is not the name of sessions.`, { id });
  return `${FOLDER}/${id}.${extension}`;
}
