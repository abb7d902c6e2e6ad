/** @file Sessions about the lab's shelf of books, for tests. */
import { createRandom } from '../../../src/core/random.ts';
import type { SessionsSpec } from '../../../src/core/sessions.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { BOOK_SHELF } from '../../../src/environments/book-shelf.ts';
import { generatePeople } from '../../../src/environments/people/generate-people.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { createRetrieval } from '../../../src/environments/retrieval.ts';
import { createRuleVisitor, type Visitor } from '../../../src/environments/sessions/visitor.ts';
import { runSessions, type SessionsGround } from '../../../src/lab/sessions/run-sessions.ts';
import { parseSessionsSpec } from '../../../src/lab/sessions/sessions-desk.ts';
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

/** Holds them, and gives what happened, without times. @param events where that is added as it happens */
export async function holdBookSessions(
  spec: SessionsSpec,
  visitor: Visitor = createRuleVisitor(),
  signal: AbortSignal = new AbortController().signal,
  events: TraceEvent[] = [],
): Promise<readonly TraceEvent[]> {
  const ground = await bookGround(spec, visitor);
  await runSessions(spec, ground, {
    trace: createTrace(
      (event) => void events.push(event),
      () => 0,
    ),
    signal,
  });
  return events;
}

async function bookGround({ environment }: SessionsSpec, visitor: Visitor): Promise<SessionsGround> {
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
    visitor,
    expected: (user, item) => table[user]?.[item] ?? NaN,
  };
}
