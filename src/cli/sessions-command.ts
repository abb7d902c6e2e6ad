/** @file Sessions of simulated people in the terminal: their tables, their trace, and how real they are. */
import { openEventFile } from './event-file.ts';
import { now } from '../core/clock.ts';
import type { Realism } from '../core/realism.ts';
import type { SessionsSpec } from '../core/sessions.ts';
import type { TraceEvent } from '../core/trace.ts';
import { RULES_ID } from '../environments/raters/rules/rule-rater.ts';
import { compareWithReal } from '../lab/sessions/realism.ts';
import { runSessions } from '../lab/sessions/run-sessions.ts';
import { pairedOverSeeds, type PairedResult } from '../lab/sessions/paired-seeds.ts';
import { sessionResults, type SessionResult } from '../lab/sessions/session-results.ts';
import { createTrace } from '../trace/create-trace.ts';
import { SessionsFold } from '../trace/sessions-fold.ts';
import { loadNamed } from './datasets.ts';
import { openSessionsGround, type GroundPlaces } from './open-ground.ts';
import { pairedTable, realismTable, resultsTable, roundsTable } from './sessions-table.ts';

/** What was asked for. */
export interface SessionsOptions extends GroundPlaces {
  readonly spec: SessionsSpec;
  /** How many seeds, from that of the spec on; with several, recommenders are compared as pairs. */
  readonly seeds: number;
  /** Whose people they are compared with: a dataset's name or file; nobody's where null. */
  readonly real: string | null;
  /** Where the trace is written; nowhere where null. */
  readonly events: string | null;
}

/** How it went. */
export interface SessionsSummary {
  readonly people: number;
  readonly items: number;
  /** Who played them. */
  readonly playedBy: string;
  readonly recommenders: readonly SessionResult[];
  /** Over several seeds, the recommenders beside the first; null of one seed. */
  readonly paired: readonly PairedResult[] | null;
  /** Beside the people of a dataset; null where they were not compared. */
  readonly realism: Realism | null;
}

/** Holds the sessions; several seeds one after another. @throws LabError what opening, fitting or a model throws, or `aborted` */
export async function sessionsCommand(
  { spec, seeds, real, events, ...places }: SessionsOptions,
  onProgress: (text: string) => void,
): Promise<{ readonly tables: string; readonly summary: SessionsSummary }> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const host = { places, events, signal: controller.signal, onProgress };
  const { fold, ground } = await holdSessions(spec, host);
  const recommenders = sessionResults(fold);
  const results = [recommenders];
  for (let more = 1; more < seeds; more += 1) {
    onProgress(`Seed ${more + 1} of ${seeds}`);
    results.push(sessionResults((await holdSessions(withSeed(spec, more), host)).fold));
  }
  const paired = seeds > 1 ? pairedOverSeeds(results) : null;
  const realism = real === null ? null : compareWithReal(fold.worlds, ground.scale, await loadNamed(real, host.signal));
  const { people, items } = ground.catalogue;
  const tables = [
    ...(paired === null ? [roundsTable(fold.rounds), resultsTable(recommenders)] : [pairedTable(results, paired)]),
    ...(realism === null ? [] : [realismTable(realism)]),
  ];
  return {
    tables: tables.join('\n\n'),
    summary: {
      people: people.length,
      items: items.length,
      playedBy: ground.visitor.title,
      recommenders,
      paired,
      realism,
    },
  };
}

/** The same sessions of other people, who meet other chances. */
const withSeed = (spec: SessionsSpec, more: number): SessionsSpec => ({
  ...spec,
  seed: spec.seed + more,
  environment: { ...spec.environment, seed: spec.environment.seed + more },
});

interface Host {
  readonly places: GroundPlaces;
  readonly events: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

async function holdSessions(spec: SessionsSpec, { places, events, signal, onProgress }: Host) {
  const ground = await openSessionsGround(spec, places, signal, onProgress);
  const fold = new SessionsFold();
  const isModel = spec.environment.rater.name !== RULES_ID;
  let ended = 0;
  const file = openEventFile(events);
  const write = (event: TraceEvent): void => {
    fold.add(event);
    file.write(event);
    if (event.type !== 'session-end') return;
    ended += 1;
    // Rules answer at once; a language model takes a while.
    if (ended % (isModel ? 1 : 100) === 0) onProgress(`${ended} sessions so far`);
  };
  try {
    await runSessions(spec, ground, { trace: createTrace(write, now), signal });
  } finally {
    file.close();
  }
  return { fold, ground };
}
