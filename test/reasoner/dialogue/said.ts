/** @file What the rules make of messages, in one line each, for tests. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Condition, type DialoguePlan, conditionWords, type Turn } from '../../../src/core/dialogue.ts';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { openMadeUp, startChat, type Opened } from '../../recommenders/interec/open-made-up.ts';

const PACKAGED = resolve(import.meta.dirname, '../../../datasets/synthetic-films');
const { signal } = new AbortController();

/** The film club, open for conversations. */
export async function openFilms(): Promise<Opened> {
  const read = async (name: string) => new Uint8Array(await readFile(`${PACKAGED}/${name}`));
  return openMadeUp(await loadPackagedDataset(read, signal));
}

/** The turns of a conversation. */
export async function talk(films: Opened, messages: readonly string[]): Promise<Turn[]> {
  const chat = startChat(films, { options: { demonstrations: null } });
  const turns: Turn[] = [];
  for (const text of messages) turns.push(await chat.say(text, signal));
  return turns;
}

/** `filter genre is Comedy · rank popularity · map 5`. */
export function stepsIn({ steps }: DialoguePlan): string {
  const words = steps.map(({ tool, input: { conditions, titles, facts, scheme, attribute, count } }) => {
    const all = (conditions ?? []) as unknown as readonly Condition[];
    const told = [...all.map(conditionWords), titles, facts, scheme, attribute, count].filter(
      (one) => one !== undefined,
    );
    return `${tool} ${told.map((one) => (Array.isArray(one) ? one.join(', ') : typeof one === 'object' ? '' : String(one))).join('; ')}`;
  });
  return words.join(' · ');
}

/** The parts of a message that became something. */
export const partsAs = ({ text, plan }: Turn, as: 'used' | 'guessed' | 'ignored'): string[] =>
  (plan.marks ?? []).filter((mark) => mark.as === as).map(({ start, end }) => text.slice(start, end));
