/** @file What a person says to the agents besides tasks: a dialogue that grows turn by turn. */
import type { Json } from '../../../core/json.ts';
import type { AgentRequest, DialogueTurn, Task } from '../../../core/task.ts';
import type { SampleOfFile } from '../../../client/lab.ts';

export interface Saying {
  readonly turns: readonly DialogueTurn[];
  readonly text: string;
}

export class Dialogue {
  turns = $state.raw<readonly DialogueTurn[]>([]);
  saying = $state('');

  /** What is still to be written before it can be sent; empty where nothing is. */
  get missing(): string {
    return this.saying.trim() === '' ? 'Type a message first.' : '';
  }

  get options(): { readonly [option: string]: Json } {
    const turns = [...this.turns, { role: 'user', text: this.saying.trim() || '…' }];
    return { dialogue: turns.map(({ role, text }) => ({ role, text })) };
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
}

export type AgentTask = Task['type'] | AgentRequest['type'];

export interface OpenSamples {
  readonly file: string;
  readonly list: readonly SampleOfFile[];
}
