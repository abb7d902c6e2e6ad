/** @file Whether a conversation keeps its speed: 300 turns with the built-in reasoner on the dataset that comes with the lab. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadPackagedDataset } from '../../src/data/import/import-dataset.ts';
import { openMadeUp, startChat } from '../recommenders/interec/open-made-up.ts';
import { computed, type Benchmark } from './benchmark.ts';

const FOLDER = resolve(import.meta.dirname, '../../datasets/synthetic-films');
const TURNS = 300;
const SAID = [
  'Recommend three comedies',
  'not these, something newer',
  'I like Jaws',
  'films like Alien, but comedies from after 1980',
  'when did Alien come out?',
  'thanks',
  'I hate horror',
  'more like Jaws',
];

/** A long conversation. */
export const chat: Benchmark = {
  name: 'chat',
  title: `A conversation of ${String(TURNS)} turns with the built-in reasoner on the default dataset`,
  async run() {
    const { signal } = new AbortController();
    const read = async (file: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(FOLDER, file)));
    const opened = await openMadeUp(await loadPackagedDataset(read, signal));
    const talk = startChat(opened);
    const seconds: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const start = computed();
      await talk.say(SAID[turn % SAID.length] ?? '', signal);
      seconds.push(computed() - start);
    }
    const mean = (part: readonly number[]): number => part.reduce((sum, one) => sum + one, 0) / part.length;
    const [first, last] = [mean(seconds.slice(0, 50)), mean(seconds.slice(-50))];
    return [
      { name: 'a turn, the first 50', value: `${(1000 * first).toFixed(0)} ms`, goal: '', met: null },
      { name: 'a turn, the last 50', value: `${(1000 * last).toFixed(0)} ms`, goal: '', met: null },
      { name: 'last / first', value: (last / first).toFixed(2), goal: '≤ 1.5', met: last / first <= 1.5 },
    ];
  },
};
