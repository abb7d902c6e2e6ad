/** @file Conversations, with what must hold of each reply. */
import { readFileSync } from 'node:fs';
import type { Dataset } from '../../../src/core/dataset.ts';
import { openMadeUp, startChat, type Opened } from '../../recommenders/interec/open-made-up.ts';
import { countsOf } from './rates.ts';
import { failureIn, type Bench, type Cell, type Outcome } from './sets.ts';

interface Said {
  readonly say: string;
  /** Each film of the reply has one of these genres. */
  readonly genres?: readonly string[];
  /** And none of these. */
  readonly without?: readonly string[];
  readonly from?: number;
  readonly until?: number;
  readonly count?: number;
  /** Titles that must not come. */
  readonly never?: readonly string[];
  /** Words of the reply. */
  readonly says?: string;
}

/** 24 conversations of two turns, with what must hold of each reply. */
export function chatCells(bench: Bench): readonly Cell[] {
  const file = new URL('conversations.json', import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly Said[])[];
  let opened: Promise<Opened> | null = null;
  return all.map((turns, at) => ({
    id: `chat ${String(at)}`,
    row: 'InteRecAgent, conversations',
    async run(signal): Promise<Outcome> {
      opened ??= openMadeUp(bench.dataset);
      const { dataset, catalogue } = await opened;
      const chat = startChat({ dataset, catalogue }, { model: bench.model });
      let right = 0;
      for (const turn of turns) {
        const ended = await chat.say(turn.say, signal);
        right += Number(
          holds(
            turn,
            ended.reply,
            ended.items.map(({ id }) => id),
            dataset,
          ),
        );
      }
      return {
        counts: countsOf(chat.events, { user: null, items: new Set() }),
        ...{ answer: null, truth: null },
        beside: { 'turns right': right / turns.length },
        ...failureIn(chat.events),
      };
    },
  }));
}

function holds(said: Said, reply: string, ids: readonly number[], { items }: Dataset): boolean {
  const films = items.filter(({ id }) => ids.includes(id));
  return (
    (said.count === undefined || ids.length === said.count) &&
    (said.says !== undefined || ids.length > 0) &&
    (said.says === undefined || new RegExp(said.says, 'iu').test(reply)) &&
    films.every(({ title, year, attributes: { genres } }) => {
      const own = Array.isArray(genres) ? genres.map(String) : [];
      return (
        (said.genres === undefined || said.genres.some((genre) => own.includes(genre))) &&
        !(said.without ?? []).some((genre) => own.includes(genre)) &&
        (year ?? 0) >= (said.from ?? 0) &&
        (year ?? 0) <= (said.until ?? 9999) &&
        !(said.never ?? []).some((one) => title.includes(one))
      );
    })
  );
}
