/** @file Sessions about the lab's shelf of books, for tests. */
import { createRandom } from '../../../src/core/random.ts';
import type { SessionsSpec } from '../../../src/core/sessions.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { BOOK_SHELF } from '../../../src/environments/book-shelf.ts';
import { generatePeople } from '../../../src/environments/people/generate-people.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { createRetrieval } from '../../../src/environments/retrieval.ts';
import { parseSessionsSpec, runSessions, type SessionsGround } from '../../../src/lab/sessions/run-sessions.ts';
import { expectedTable } from '../../../src/lab/training/training-ground.ts';
import { createTrace } from '../../../src/trace/create-trace.ts';

const SCALE = { min: 1, max: 5 };

/** A checked spec of sessions about books. */
export const bookSessions = (changed: Partial<SessionsSpec> = {}): SessionsSpec =>
  parseSessionsSpec({
    environment: { of: 'books', people: 8, items: 60, prompt: { scale: '1-5' } },
    rounds: 3,
    ...changed,
  });

/** Holds them, and gives what happened, without times. */
export async function holdBookSessions(spec: SessionsSpec): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const trace = createTrace(
    (event) => void events.push(event),
    () => 0,
  );
  await runSessions(spec, await bookGround(spec), { trace, signal: new AbortController().signal });
  return events;
}

async function bookGround({ environment }: SessionsSpec): Promise<SessionsGround> {
  const people = generatePeople(environment.people, 'book', createRandom(environment.seed));
  const catalogue = {
    kind: 'book' as const,
    people: people.map(({ person }) => person),
    tastes: people.map(({ taste }) => taste),
    items: BOOK_SHELF.items,
  };
  const table = await expectedTable(catalogue, createRuleRater(), SCALE, new AbortController().signal);
  return {
    catalogue,
    scale: SCALE,
    retrieval: createRetrieval('feature', catalogue.items),
    rater: createRuleRater(),
    expected: (user, item) => table[user]?.[item] ?? NaN,
  };
}
