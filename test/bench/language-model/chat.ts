/** @file Conversations, with what must hold of each reply. */
import { readFileSync } from 'node:fs';
import { usualPlanning, type ConversationSettings } from '../../../src/core/dialogue.ts';
import { now } from '../../../src/core/clock.ts';
import { mean } from '../../../src/metrics/statistics.ts';
import type { Catalogue } from '../../../src/tools/interactive/catalogue.ts';
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
  /** Titles that must not come, as replies write them. */
  readonly never?: readonly string[];
  /** The film that must come first. */
  readonly first?: string;
  /** Words of the reply. */
  readonly says?: string;
  /** The least mean, or number of ratings, of each film. */
  readonly mean?: number;
  readonly ratings?: number;
  /** Nothing of the list before comes again, the list is its beginning, or fewer people rated its films. */
  readonly fresh?: true;
  readonly part?: true;
  readonly rarer?: true;
  /** No list comes. */
  readonly none?: true;
}

/** 24 conversations of two turns, with what must hold of each reply. */
export function chatCells(bench: Bench): readonly Cell[] {
  const file = new URL('conversations.json', import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly Said[])[];
  const { planning = null } = bench.planning as { readonly planning?: ConversationSettings['planning'] };
  let opened: Promise<Opened> | null = null;
  return all.map((turns, at) => ({
    id: `chat ${String(at)}`,
    row: 'InteRecAgent, conversations',
    async run(signal): Promise<Outcome> {
      opened ??= openMadeUp(bench.dataset);
      const { dataset, catalogue } = await opened;
      const options = usualPlanning(bench.model.id, planning);
      const chat = startChat({ dataset, catalogue }, { model: bench.model, options, now });
      let right = 0;
      let before: readonly number[] = [];
      const texts: string[] = [];
      for (const turn of turns) {
        const { reply, items } = await chat.say(turn.say, signal);
        const ids = items.map(({ id }) => id);
        const isRight = holds(turn, { reply, ids, before }, catalogue);
        right += Number(isRight);
        if (ids.length > 0) before = ids;
        texts.push(`${isRight ? '+' : '-'} ${turn.say}\n${reply}`);
      }
      return {
        counts: countsOf(chat.events, { user: null, items: new Set() }),
        ...{ answer: null, truth: null },
        beside: { 'turns right': right / turns.length },
        text: texts.join('\n'),
        ...failureIn(chat.events),
      };
    },
  }));
}

interface Ended {
  readonly reply: string;
  readonly ids: readonly number[];
  /** The last list before. */
  readonly before: readonly number[];
}

function holds(said: Said, { reply, ids, before }: Ended, catalogue: Catalogue): boolean {
  const { says, count, first, fresh, part, rarer, none } = said;
  const titleOf = (id: number): string => catalogue.titles.reference(id).title;
  const known = (list: readonly number[]): number => mean(list.map((id) => catalogue.known(id)));
  return (
    (count === undefined || ids.length === count) &&
    (none === true ? ids.length === 0 : says !== undefined || ids.length > 0) &&
    (says === undefined || new RegExp(says, 'iu').test(reply)) &&
    (first === undefined || (ids[0] !== undefined && titleOf(ids[0]).startsWith(first))) &&
    (fresh === undefined || !ids.some((id) => before.includes(id))) &&
    (part === undefined || ids.every((id, at) => id === before[at])) &&
    (rarer === undefined || known(ids) < known(before)) &&
    ids.every((id) => fits(said, id, titleOf(id), catalogue))
  );
}

/** Whether a film is as the turn asks. */
function fits(said: Said, id: number, title: string, { items, known, database }: Catalogue): boolean {
  const { genres, without = [], from = 0, until = 9999, never = [], mean: least = 0, ratings = 0 } = said;
  const { year = null, attributes } = items.find((item) => item.id === id) ?? {};
  const own = [attributes?.['genres'] ?? []].flat().map(String);
  const sql = `SELECT mean_rating FROM item_statistics WHERE item_id = ${String(id)}`;
  return (
    (genres === undefined || genres.some((genre) => own.includes(genre))) &&
    !without.some((genre) => own.includes(genre)) &&
    (year ?? 0) >= from &&
    (year ?? 0) <= until &&
    !never.some((one) => title.includes(one)) &&
    known(id) >= ratings &&
    Number(database.query(sql).rows[0]?.[0] ?? 0) >= least
  );
}
