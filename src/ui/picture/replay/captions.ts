/** @file Who does what at a moment of a replay, in a few words. */
import { agentCall, TASK } from '../../../trace/agent-words.ts';
import type { EventOf, TraceEvent } from '../../../core/trace.ts';

/** What happens in a run at a moment, and where. */
export interface Caption {
  readonly words: string;
  /** The state that it is about; empty where it is about the whole task. */
  readonly node: string;
}

/** By purpose of a call; the subject stands before it. */
const CALLS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'sample-state': ['proposes a next state', 'propose a next state'],
  sql: ['writes the SQL', 'write the SQL'],
  sentence: ['sums up the rows', 'sum up the rows'],
  summarize: ['writes a summary', 'write a summary'],
  vote: ['votes for a candidate', 'vote for a candidate'],
  evaluate: ['judges the state', 'judge the state'],
  inspire: ['weighs an alternative', 'weigh an alternative'],
  value: ['values the state', 'value the state'],
  'reflect-on-path': ['reflects on the path', 'reflect on the path'],
  answer: ['answers', 'answer'],
};

/** What agents do in a call, by its purpose. */
const AGENT_CALLS: Readonly<Record<string, string>> = {
  'manager-thought': 'the Manager thinks',
  'manager-action': 'the Manager chooses an action',
  analyse: 'the Analyst chooses what to look at',
  search: 'the Searcher chooses what to search for',
  interpret: 'the Task interpreter reads the conversation',
  reflect: 'the Reflector judges the answer',
};

/** Who does what in a call: `the rules propose a next state`. Rules are never called a model. */
export function callWords({ model, purpose }: EventOf<'model-call'>): string {
  const agent = AGENT_CALLS[purpose];
  if (agent !== undefined) return agent;
  const isRules = model.startsWith('built-in/');
  const [one, many] = CALLS[purpose] ?? ['is asked', 'are asked'];
  return isRules ? `the rules ${many}` : `the model ${one}`;
}

/** Nothing where nobody is asked: the task itself begins with its first agent. */
function askedWords({ detail, label }: EventOf<'node-start'>): string | null {
  const { from, message } = agentCall(detail);
  if (message === '') return null;
  return from === TASK ? `the task goes to the ${label}` : `the ${from} asks the ${label}`;
}

function wordsOf(event: TraceEvent): string | null {
  switch (event.type) {
    case 'node-start':
      return event.kind === 'agent' ? askedWords(event) : null;
    case 'model-call':
      return callWords(event);
    case 'tool-call':
      if (/database|sql/i.test(event.tool)) return 'the database is asked';
      return /search/i.test(event.tool) ? 'the catalogue is searched' : `${event.tool} is used`;
    case 'tool-result':
      return event.failed ? 'the tool fails' : 'the answer of the tool is read';
    case 'node-prune':
      return 'the critic cuts the state';
    case 'evaluate-result':
      return event.verdict === 'keep' ? 'the critic keeps the state' : null;
    case 'vote-result':
      return 'the votes are counted';
    case 'inspire-result':
      return event.explore ? 'an alternative is tried' : 'no alternative is tried';
    case 'value-update':
      return `iteration ${event.iteration}: values go back along the path`;
    case 'state-edit':
      return 'the state was edited';
    case 'answer':
      return 'the answer';
    case 'error':
      return 'something fails';
    case 'run-end':
      return event.outcome === 'done' ? 'finished' : event.outcome === 'failed' ? 'failed' : 'stopped';
    default:
      return null;
  }
}

/** What happens in a run at an event: the last thing at or before it that can be told; null before the first. */
export function captionAt(events: readonly TraceEvent[], position: number): Caption | null {
  for (let at = Math.min(position, events.length - 1); at >= 0; at -= 1) {
    const event = events[at];
    const words = event === undefined ? null : wordsOf(event);
    if (event !== undefined && words !== null) return { words, node: event.node.includes('.') ? event.node : '' };
  }
  return null;
}
