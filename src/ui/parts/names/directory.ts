/** @file Who and what the numbers of the open dataset stand for, and which runs it can name. */
import type { RunPlace } from '../../../core/node-data.ts';
import type { DatasetNames } from '../../../client/lab.ts';
import type { DatasetManifest } from '../../../core/dataset.ts';
import { namesOfLists, type Names } from '../../../trace/names.ts';

export interface Directory extends Names {
  readonly manifest: Pick<DatasetManifest, 'name' | 'title' | 'sha256'>;
}

export function openDirectory(manifest: Directory['manifest'], { people, items }: DatasetNames): Directory {
  return { manifest, ...namesOfLists(people, items) };
}

/** The directory with one person more, who is of the page and not of the dataset; as it is if there is none. */
export function withOwnPerson(directory: Directory | null, id: number | null, name: string): Directory | null {
  if (directory === null || id === null) return directory;
  return { ...directory, person: (number) => (number === id ? name : directory.person(number)) };
}

/**
 * True where a trace is about the directory's dataset, a slice of it, or the dataset with a person of the page, by what its run-start says of its dataset. Another dataset of
 * the same name has other people.
 */
export function isAbout({ manifest }: Directory, dataset: RunPlace): boolean {
  if (dataset === null || !('sha256' in dataset)) return false;
  const { name, sha256, slice, person } = dataset;
  return sha256 === manifest.sha256 || ((slice ?? person) !== undefined && name === manifest.name);
}
