/** @file What a person says to a team besides tasks: a dialogue that grows turn by turn. */
import type { Json } from '../../../core/json.ts';
import type { DialogueTurn } from '../../../core/task.ts';

export interface Saying {
  readonly turns: readonly DialogueTurn[];
  readonly text: string;
}

export class Dialogue {
  turns = $state.raw<readonly DialogueTurn[]>([]);
  saying = $state('');

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
