/** @file What a person says to the agents besides tasks: a dialogue that grows turn by turn, or a message to one agent. */
import type { Json } from '../../../core/json.ts';
import type { AgentRequest, DialogueTurn, Task } from '../../../core/task.ts';
import type { Names } from '../../../trace/names.ts';
import type { HELPERS } from '../../parts/agents/system-file.ts';
import type { SampleOfFile } from '../../../client/lab.ts';

type AgentName = (typeof HELPERS)[number];

/** What a reflector is asked at first: an attempt that looked at the wrong person. */
const ATTEMPT = {
  task: 'rating-prediction',
  user: 1,
  steps: [
    {
      thought: 'I should know more about the user.',
      action: { type: 'Analyse', content: ['user', 2] },
      observation: 'User 2 gave 12 ratings.',
    },
    { thought: 'That is enough.', action: { type: 'Finish', content: 4 }, observation: 'Answered: 4' },
  ],
} as const;

export interface Saying {
  readonly turns: readonly DialogueTurn[];
  readonly text: string;
}

export class Requests {
  turns = $state.raw<readonly DialogueTurn[]>([]);
  saying = $state('');
  agent = $state<AgentName>('Analyst');
  about = $state<'user' | 'item'>('user');
  id = $state(1);
  /** What the searcher and the interpreter are told. */
  text = $state('');
  attempt = $state(JSON.stringify(ATTEMPT, null, 2));
  private readonly names: () => Names | null;

  constructor(names: () => Names | null = () => null) {
    this.names = names;
  }

  /** Whom or what the analyst is asked about, by name; null if that is not known. */
  get subject(): string | null {
    const names = this.names();
    return (this.about === 'user' ? names?.person(this.id) : names?.item(this.id)) ?? null;
  }

  /** What is still to be written before a request can be sent; empty where nothing is. */
  missing(type: AgentRequest['type']): string {
    if (type === 'conversation') return this.saying.trim() === '' ? 'Type a message first.' : '';
    if (this.agent === 'Analyst') {
      if (!Number.isSafeInteger(this.id)) return 'The number must be an integer.';
      const isThere = this.names() === null || this.subject !== null;
      return isThere
        ? ''
        : `The dataset has no ${this.about === 'user' ? 'person' : 'item'} with the number ${this.id}.`;
    }
    if (this.agent !== 'Reflector') return this.text.trim() === '' ? `Type a message for the ${this.agent} first.` : '';
    return this.readAttempt() === null ? 'The attempt is not valid JSON.' : '';
  }

  optionsOf(type: AgentRequest['type']): { readonly [option: string]: Json } {
    if (type === 'conversation') {
      const turns = [...this.turns, { role: 'user', text: this.saying.trim() || '…' }];
      return { dialogue: turns.map(({ role, text }) => ({ role, text })) };
    }
    return { agent: this.agent, message: this.message };
  }

  get draft(): Saying {
    return { turns: this.turns, text: this.saying };
  }

  /**
   * Takes up what was answered, so that the next turn goes on from there. What is written by now stays, unless it is what was said;
   * where another dialogue was begun by now, nothing is taken up.
   */
  answered({ turns, text }: Saying, reply: string): void {
    if (this.turns !== turns) return;
    this.turns = [...turns, { role: 'user', text: text.trim() }, { role: 'system', text: reply }];
    if (this.saying === text) this.saying = '';
  }

  clear(): void {
    this.turns = [];
    this.saying = '';
  }

  private get message(): Json {
    if (this.agent === 'Analyst') return [this.about, this.id];
    return this.agent === 'Reflector' ? this.readAttempt() : this.text.trim();
  }

  private readAttempt(): Json {
    try {
      return JSON.parse(this.attempt) as Json;
    } catch {
      return null;
    }
  }
}

export type AgentTask = Task['type'] | AgentRequest['type'];

export interface OpenSamples {
  readonly file: string;
  readonly list: readonly SampleOfFile[];
}
