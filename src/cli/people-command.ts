/** @file Generates people and writes them as a file for `environment.peopleOf`, or *People of* on the Simulate page. */
import { csvLines } from '../core/text/csv-lines.ts';
import { createRandom } from '../core/random.ts';
import { generatePeople, type GeneratedPerson } from '../environments/people/generate-people.ts';
import { writePerson } from '../environments/people/write-person.ts';
import { openLanguageModel, type ModelPlaces } from './open-model.ts';
import { writeWhole } from './whole-file.ts';

export interface PeopleOptions {
  readonly of: 'films' | 'books';
  readonly people: number;
  readonly seed: number;
  readonly model: string | null;
  readonly choosesGenres: boolean;
  readonly places: ModelPlaces;
  readonly out: string;
}

export interface PeopleSummary {
  readonly file: string;
  readonly people: number;
  readonly describedBy: string;
  /** Of the people, those whom the model described; the others have a template's description. */
  readonly described: number;
  /** Of the people, those whose genres the model chose; the others' were drawn by popularity. */
  readonly chosenGenres: number;
  /** Descriptions that reached their limit and end at their last whole sentence. */
  readonly cut: number;
}

/** Makes people up. @throws LabError `name-unknown`, `spec-invalid`, or what a model throws */
export async function peopleCommand(
  options: PeopleOptions,
  onProgress: (text: string) => void,
): Promise<PeopleSummary> {
  const kind = options.of === 'books' ? 'book' : 'film';
  const random = createRandom(`people ${options.seed}`);
  const generated = generatePeople(options.people, kind, random);
  const model = options.model === null ? null : await openLanguageModel(options.model, options.places, onProgress);
  const signal = new AbortController().signal;
  const people: GeneratedPerson[] = [];
  let [described, chosenGenres, cut] = [0, 0, 0];
  for (const [at, one] of generated.entries()) {
    if (model === null) {
      people.push(one);
      continue;
    }
    onProgress(`Describing person ${at + 1} of ${generated.length}`);
    const writing = { model, choosesGenres: options.choosesGenres, random: random.fork(`writing ${at}`), signal };
    const written = await writePerson(one, kind, writing);
    described += Number(written.isDescribed);
    cut += Number(written.isCut);
    chosenGenres += Number(written.hasChosenGenres);
    people.push(written);
  }
  const describedBy = model?.id ?? 'templates';
  writeWhole(options.out, peopleAsCsv(people, kind, describedBy));
  return { file: options.out, people: people.length, describedBy, described, chosenGenres, cut };
}

function peopleAsCsv(people: readonly GeneratedPerson[], kind: 'film' | 'book', describedBy: string): string {
  const tastes = kind === 'film' ? ['genres_liked', 'genres_disliked'] : ['categories_liked', 'categories_disliked'];
  // First, so that an importer finds it whatever lines a description has.
  const columns = ['described_by', 'name', 'gender', ...tastes, 'description', 'age', 'job', 'hobby'];
  const rows = people.map(({ person, taste }) => {
    const { name, gender, description, age, job, hobby } = person;
    const [liked, disliked] = [JSON.stringify(taste.liked), JSON.stringify(taste.disliked)];
    return [describedBy, name, gender, liked, disliked, description, age, job, hobby];
  });
  return csvLines([columns, ...rows]);
}
