/**
 * @file The candidates that S³-Rec and P5 published beside their sequences: `Beauty_sample.txt`, `negative_samples.txt`, a line for each person,
 * `user item item …`, with items that the person never had. What is asked about is the person's last interaction; its item is put among them.
 */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom, shuffled } from '../../core/random.ts';
import { chronologies } from '../../data/split/leave-last-out.ts';
import type { TaskSample } from '../../data/split/samples.ts';

const LINE = /^\d+(?: \d+)+$/;

/** Whether a text is of this kind, by its first line. */
export const areNegatives = (text: string): boolean => LINE.test((text.split('\n', 1)[0] ?? '').trim());

/**
 * The samples of such a file, for `tasks.options.samples`. Candidates are in a random order that depends on the person alone.
 * @param count a random choice of this many; all where null
 * @throws LabError `file-invalid` naming the line, also where the dataset is not the one that the file belongs to
 */
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
