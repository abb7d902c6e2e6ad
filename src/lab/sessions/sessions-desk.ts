/** @file Sessions in a worker of simulations: held, stopped and kept. */
import { now, wallClock } from '../../core/clock.ts';
import type { FileStore } from '../../core/file-store.ts';
import { type SessionsSpec, DEFAULT_SESSIONS } from '../../core/sessions.ts';
import type { OnEvents } from '../../rpc/transfer-handlers.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { type KeptTrace, TRACE_LINES } from '../../trace/trace-file.ts';
import { keepEvents } from '../run/keep-events.ts';
import type { GroundShelf } from '../training/ground-shelf.ts';
import type { KeptSessions } from '../training/service.ts';
import { runSessions } from './run-sessions.ts';
import { readJsonFile, writeJsonFile } from '../../data/store/stored-paths.ts';
import { LabError } from '../../core/errors.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { openJsonLines, readJsonLines, removeJsonLines, type JsonLinesFile } from '../../data/store/json-lines-file.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { z } from '../../tools/schema.ts';
import { specError } from '../run/spec-error.ts';
import { count, ENVIRONMENT, parseEnvironmentSpec, seed } from '../training/simulation-spec.ts';
import { SESSION_RECOMMENDERS, sessionRecommender } from './session-recommenders.ts';

const SESSIONS = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {
    people: DEFAULT_SESSIONS.environment.people,
    items: DEFAULT_SESSIONS.environment.items,
  }),
  recommenders: z._default(
    z.array(z.enum(SESSION_RECOMMENDERS.map(({ name }) => name))).check(z.minLength(1), z.maxLength(20)),
    [...DEFAULT_SESSIONS.recommenders],
  ),
  rounds: z._default(count(1, 100), DEFAULT_SESSIONS.rounds),
  pages: z._default(count(1, 100), DEFAULT_SESSIONS.pages),
  patience: z._default(z.number().check(z.minimum(0), z.maximum(100)), DEFAULT_SESSIONS.patience),
  seed: z._default(seed, DEFAULT_SESSIONS.seed),
});

/** Checks sessions and fills in defaults. @throws LabError `spec-invalid` or `name-unknown`, naming the field */
export function parseSessionsSpec(input: unknown): SessionsSpec {
  const result = SESSIONS.safeParse(input);
  if (!result.success) throw specError(input, result.error);
  const spec = result.data as SessionsSpec;
  if (new Set(spec.recommenders).size < spec.recommenders.length)
    throw new LabError('spec-invalid', 'recommenders: one of them is there twice.', { field: 'recommenders' });
  const knowing = spec.recommenders.find((name) => sessionRecommender(name).knowsRules);
  if (spec.environment.rater.name !== RULES_ID && knowing !== undefined)
    throw new LabError(
      'spec-invalid',
      `recommenders: ${sessionRecommender(knowing).title} knows what rules expect; nobody knows that of a language model. Leave it out.`,
      { field: 'recommenders' },
    );
  return { ...spec, environment: parseEnvironmentSpec(spec.environment) };
}

const FOLDER = 'sessions';

const ID = /^[\w-]{1,100}$/;

class SessionsShelf {
  private readonly files: FileStore;

  constructor(files: FileStore) {
    this.files = files;
  }

  async begin(sessions: Omit<KeptSessions, 'isWhole'>): Promise<JsonLinesFile<TraceEvent>> {
    await this.note({ ...sessions, isWhole: false });
    return openJsonLines(this.files, pathOf(sessions.id, 'jsonl'), TRACE_LINES);
  }

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

export class SessionsDesk {
  private readonly files: () => Promise<FileStore>;
  private readonly grounds: GroundShelf;

  constructor(files: () => Promise<FileStore>, grounds: GroundShelf) {
    this.files = files;
    this.grounds = grounds;
  }

  async hold(id: string, input: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void> {
    const kept = { id, spec: parseSessionsSpec(input), startedAt: wallClock() };
    const ground = await this.grounds.sessions(kept.spec, signal);
    const shelf = await this.shelf();
    await keepEvents(await shelf.begin(kept), onEvents, async (write) => {
      await runSessions(kept.spec, ground, { trace: createTrace(write, now), signal });
    });
    await shelf.note({ ...kept, isWhole: true });
  }

  async list(): Promise<readonly KeptSessions[]> {
    return (await this.shelf()).list();
  }

  async read(id: string): Promise<KeptTrace> {
    return (await this.shelf()).read(id);
  }

  async remove(id: string): Promise<void> {
    await (await this.shelf()).remove(id);
  }

  private async shelf(): Promise<SessionsShelf> {
    return new SessionsShelf(await this.files());
  }
}
