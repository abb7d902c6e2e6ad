/** @file Samples from other programs' files. */
import type { Dataset } from '../../core/dataset.ts';
import { readSamples } from './macrec-samples.ts';
import { isTaskFile, samplesOfTaskFiles } from './agent-recbench-tasks.ts';
import type { SampleFile, SampleOfFile } from '../queries.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import { chronologies } from '../../data/split/splits.ts';
import type { TaskSample } from '../../data/split/slice.ts';

const LINE = /^\d+(?: \d+)+$/;

export const areNegatives = (text: string): boolean => LINE.test((text.split('\n', 1)[0] ?? '').trim());

/** Candidates are in a random order per person. @param count all where null @throws LabError `file-invalid` naming the line */
export function samplesOfNegatives(text: string, dataset: Dataset, count: number | null): TaskSample[] {
  const histories = chronologies(dataset);
  const { item } = dataset.interactions;
  const items = new Set(dataset.items.map(({ id }) => id));
  const people = new Set<number>();
  const samples = text.split('\n').flatMap((line, at): TaskSample[] => {
    if (line.trim() === '') return [];
    const wrong = (problem: string): LabError =>
      new LabError('file-invalid', `Line ${at + 1}: ${problem}.`, { line: at + 1 });
    if (!LINE.test(line.trim())) throw wrong('it is not `user item item …`, in whole numbers');
    const [user = 0, ...negatives] = line.trim().split(' ').map(Number);
    const own = histories.get(user) ?? [];
    const last = item[own.at(-1) ?? -1];
    if (last === undefined || own.length < 2)
      throw wrong(`person ${user} has no two interactions in ${dataset.manifest.name}`);
    if (people.has(user)) throw wrong(`person ${user} has a line already`);
    people.add(user);
    const theirs = new Set(own.map((position) => item[position]));
    const strange = negatives.find((id, place) => !items.has(id) || theirs.has(id) || negatives.indexOf(id) < place);
    if (strange !== undefined)
      throw wrong(`item ${strange} is not in ${dataset.manifest.name}, or the person had it, or it is there twice`);
    const candidates = shuffled([...negatives, last], createRandom('published candidates').fork(String(user)));
    return [{ user, item: last, candidates }];
  });
  if (count === null || count >= samples.length) return samples;
  const chosen = new Set(shuffled(samples, createRandom('published candidates').fork('choice')).slice(0, count));
  return samples.filter((sample) => chosen.has(sample));
}

export async function samplesOf(files: readonly SampleFile[], opened: () => Dataset): Promise<readonly SampleOfFile[]> {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0 && !isTaskFile(first.path)) {
    const text = await first.content.text();
    return areNegatives(text) ? samplesOfNegatives(text, opened(), null) : readSamples(text);
  }
  // The reviews may lie beside the tasks, and are large.
  const tasks = files.filter(({ path }) => isTaskFile(path));
  const texts = await Promise.all(tasks.map(async ({ path, content }) => ({ path, text: await content.text() })));
  return samplesOfTaskFiles(texts, opened());
}
