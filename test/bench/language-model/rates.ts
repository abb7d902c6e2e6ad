/** @file What a model did with what it was asked, counted from the events of one task. */
import type { Found } from '../../../src/core/found.ts';
import { canonicalJson } from '../../../src/core/json.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';

/** So many of so many. */
export interface Share {
  readonly yes: number;
  readonly of: number;
}

/** The counts of one task, or of many. */
export interface Counts {
  readonly calls: number;
  /** Of the model, without what it waits for; as recorded where it is a recording. */
  readonly seconds: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Input tokens that an earlier request did not leave at the server. */
  readonly tokensAnew: number;
  /** Replies that came to their limit. */
  readonly cut: number;
  /** Requests after a reply that could not be read. */
  readonly again: number;
  /** Replies that had the form of their schema at the first request. */
  readonly valid: Share;
  /** Tool calls that ran, and whose rows are about what was asked. */
  readonly executable: Share;
  /** Tool calls with an observation on record about this person, this item or the candidates that no prompt held before. */
  readonly useful: Share;
  /** Tool calls with the arguments of an earlier one of the same branch. */
  readonly repeated: number;
  /** Sentences of the model that say something where its statement found no row. */
  readonly falseObservations: number;
  /** Choices to explore an alternative. */
  readonly explored: Share;
  /** Verdicts that keep a state. */
  readonly kept: Share;
}

const NONE: Share = { yes: 0, of: 0 };
export const NO_COUNTS: Counts = {
  ...{ calls: 0, seconds: 0, tokensIn: 0, tokensOut: 0, tokensAnew: 0, cut: 0, again: 0 },
  ...{ valid: NONE, executable: NONE, useful: NONE, repeated: 0, falseObservations: 0, explored: NONE, kept: NONE },
};

const counted = ({ yes, of }: Share, isYes: boolean): Share => ({ yes: yes + Number(isYes), of: of + 1 });

/** Two counts together. */
export function together(left: Counts, right: Counts): Counts {
  const sum = { ...left };
  for (const name of Object.keys(NO_COUNTS) as (keyof Counts)[]) {
    const [a, b] = [left[name], right[name]];
    Object.assign(sum, {
      [name]:
        typeof a === 'number' || typeof b === 'number'
          ? Number(a) + Number(b)
          : { yes: a.yes + b.yes, of: a.of + b.of },
    });
  }
  return sum;
}

/** What a task is about: an observation of anything else is of no use to it. */
export interface Subject {
  readonly user: number | null;
  readonly items: ReadonlySet<number>;
}

const isAbout = ({ about, query }: Found, { user, items }: Subject): boolean =>
  query !== null || about.users.some((id) => id === user) || about.items.some((id) => items.has(id));

/** Counts the events of one task. */
export function countsOf(events: readonly TraceEvent[], subject: Subject): Counts {
  let sum = NO_COUNTS;
  const calls = new Map<number, { readonly time: number; readonly place: string }>();
  /** Where the last reply could not be read: the next one there is its repair. */
  const unread = new Set<string>();
  /** What each node of a state grew from, and the calls made at it. */
  const parents = new Map<string, string | null>();
  const taken = new Map<string, Set<string>>();
  const isRepeated = (node: string | null, key: string): boolean =>
    node !== null && (taken.get(node)?.has(key) === true || isRepeated(parents.get(node) ?? null, key));
  const seen = new Set<string>();
  const add = (part: Partial<Counts>): void => void (sum = { ...sum, ...part });
  for (const event of events) {
    if (event.type === 'model-call')
      calls.set(event.seq, { time: event.time, place: `${event.node} ${event.purpose}` });
    else if (event.type === 'model-result') {
      const { inputTokens, outputTokens, cachedTokens = 0, milliseconds } = event.usage;
      add({
        calls: sum.calls + 1,
        seconds: sum.seconds + (milliseconds ?? event.time - (calls.get(event.call)?.time ?? event.time)) / 1000,
        tokensIn: sum.tokensIn + inputTokens,
        tokensOut: sum.tokensOut + outputTokens,
        tokensAnew: sum.tokensAnew + inputTokens - cachedTokens,
        cut: sum.cut + Number(event.finishReason === 'length'),
      });
    } else if (event.type === 'reply-check') {
      const { place = '' } = calls.get(event.call) ?? {};
      if (unread.delete(place)) add({ again: sum.again + 1 });
      else {
        if (event.status === 'failed') unread.add(place);
        add({ valid: counted(sum.valid, event.status === 'constrained' || event.status === 'validated') });
      }
    } else if (event.type === 'node-start') parents.set(event.node, event.parent);
    else if (event.type === 'tool-call') {
      const key = canonicalJson({ tool: event.tool, arguments: event.arguments });
      add({ repeated: sum.repeated + Number(isRepeated(event.node, key)) });
      taken.set(event.node, (taken.get(event.node) ?? new Set()).add(key));
    } else if (event.type === 'tool-result') {
      const { found, failed, observation } = event;
      const isOn = found !== undefined && isAbout(found, subject);
      const holds = isOn && (found.support > 0 || found.rows.length > 0) && !seen.has(observation);
      add({
        executable: counted(sum.executable, !failed && (found === undefined || isOn)),
        useful: counted(sum.useful, !failed && holds),
        falseObservations: sum.falseObservations + Number(!failed && saysWithoutRows(found, observation)),
      });
      seen.add(observation);
    } else if (event.type === 'inspire-result') add({ explored: counted(sum.explored, event.explore) });
    else if (event.type === 'evaluate-result') add({ kept: counted(sum.kept, event.verdict === 'keep') });
  }
  return sum;
}

const saysWithoutRows = (found: Found | undefined, observation: string): boolean =>
  found?.query === null &&
  found.rows.length === 0 &&
  found.support === 0 &&
  !observation.startsWith('Nothing was found');

/** The 95 % interval of a share (Wilson, 1927). */
export function intervalOf({ yes, of }: Share): readonly [low: number, high: number] {
  const z = 1.96;
  const share = yes / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [middle - half, middle + half];
}

/** A share with its interval: `11 of 12 (65 to 99 %)`. */
export function shareText(share: Share): string {
  const { yes, of } = share;
  if (of === 0) return '–';
  const [low, high] = intervalOf(share).map((value) => (100 * value).toFixed(0));
  return `${String(yes)} of ${String(of)} (${low ?? ''} to ${high ?? ''} %)`;
}
