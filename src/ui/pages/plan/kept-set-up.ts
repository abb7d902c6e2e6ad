/** @file What of the Plan page's set-up is kept over a reload. */
import type { Dial, LabDescription } from '../../../client/lab.ts';
import { REASONER_ID, isRecorded } from '../../../core/reasoner-name.ts';
import { canonicalJson, jsonList, type JsonObject } from '../../../core/json.ts';
import type { Task } from '../../../core/task.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { oneOf, RECORD, someOf, TEXT, whole, z } from '../../parts/settings/shapes.ts';
import { lacksEmbedding } from '../../forms/run/models.ts';
import { settable } from '../../forms/run/offered.ts';
import { schemaAt, shapeOf } from '../../forms/schema.ts';
import type { TaskType } from '../../forms/grid/methods.ts';
import { SPLITS } from '../../forms/grid/evaluation-input.ts';
import { ownFilesOf } from '../team/own-files.svelte.ts';
import { SetUp } from './set-up.svelte.ts';
import type { Stage } from './stage.svelte.ts';

/** As it is typed: too long a text is kept too, and refused when it is run. */
const PROGRAM = z.object({ title: z.string(), source: TEXT });

export interface SetUpPlace {
  readonly session: Session;
  readonly models: Models;
  readonly stage: Stage;
}

/** UTF-16 units; a browser keeps about five million of all settings together. */
const LARGEST_SAMPLES = 500_000;

const SAMPLE = z.object({ user: z.number(), item: z.number(), candidates: z.exactOptional(z.array(z.number())) });
const SAMPLES = z
  .object({ file: z.string(), list: z.array(SAMPLE) })
  .check(z.refine((samples) => JSON.stringify(samples).length <= LARGEST_SAMPLES));

const MODELS = ['modelName', 'criticName', 'options'];

/** True where a model was chosen: whether it is here still has to be looked up. */
export const namesModels = (settings: KeptSettings): boolean => settings.has('plan', MODELS);

/** True where another dataset is opened than that of the case that the page opens with. */
export const isElsewhere = ({ lastOpened }: Session, dataset: string): boolean => !['', dataset].includes(lastOpened);

const dialsOf = (dials: () => readonly Dial[]) =>
  z.record(z.string(), z.number()).check(
    z.refine((values) => {
      const fits = dials().every(({ name, min, max }) => (values[name] ?? NaN) >= min && (values[name] ?? NaN) <= max);
      return fits && Object.keys(values).length === dials().length;
    }),
  );

/** A set-up as it was left, as far as it holds on every dataset; from now on it is kept, and so is how runs are looked at. */
export function keptSetUp(description: LabDescription, { session, models, stage }: SetUpPlace): SetUp {
  const { settings, own } = session;
  const setUp = new SetUp(
    description,
    // What a recorded model was never asked is answered by the rules, and said to be.
    (model) => (isRecorded(model) ? { otherwise: REASONER_ID } : models.optionsOf(model)),
    (user) => own.optionsFor(user),
    () => ({ files: ownFilesOf(session).list, models: models.ready.map(({ name }) => name) }),
  );
  const namesOf = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);
  const isHere = () => namesOf([...description.models, ...models.ready]);
  const optionsHere = (kept: JsonObject): JsonObject => {
    const { tools = [], ...options } = settable(description, kept);
    const isLacking = lacksEmbedding(jsonList(tools), namesOf([...description.embeddings, ...models.embeddings]));
    return isLacking || jsonList(tools).length === 0 ? options : { ...options, tools };
  };
  const numberAt = (...path: string[]) => shapeOf<number>(schemaAt(description.forms.run, path));
  const shapes: Shapes<SetUp> = {
    task: oneOf<TaskType>(() => [...description.tasks.map(({ type }) => type), 'conversation']),
    shots: numberAt('tasks', 'options', 'shots'),
    seed: numberAt('seed'),
    rounds: whole(1, 10),
    candidates: whole(2, 100),
    split: z
      .nullable(RECORD)
      .check(z.refine((split) => SPLITS.some(({ spec }) => canonicalJson(spec) === canonicalJson(split)))),
    planners: someOf(() => namesOf(setUp.available)),
    program: PROGRAM,
    earlierPrograms: z.array(PROGRAM),
    options: RECORD.check(z.overwrite(optionsHere)),
    modelName: oneOf(isHere),
    criticName: oneOf(() => ['', ...isHere()]),
    // After the model, whose dials they are.
    dials: dialsOf(() => setUp.model?.dials ?? []),
  };
  settings.keep('plan', setUp, shapes);
  settings.keep('stage', stage, { from: oneOf(() => ['kept', 'explored']) });
  return setUp;
}

export function followDataset({ settings, entries }: Session, setUp: SetUp, dataset: string): void {
  setUp.stopKeeping();
  setUp.follow(dataset);
  const others = entries.map(({ manifest }) => manifest.name).filter((name) => name !== dataset);
  const shapes: Shapes<SetUp> = {
    chosenUser: z.nullable(z.object({ id: z.number(), name: z.string() })),
    examplesFrom: oneOf(() => ['', ...others]),
    samples: z.nullable(SAMPLES),
  };
  setUp.stopKeeping = settings.keep('plan', setUp, shapes, dataset);
}

interface Asking {
  readonly preview: Task | null;
  refresh(): Promise<void>;
}

/** Asks for the task; a person who was chosen on an earlier visit may be gone, or have nothing of that kind. */
export async function findPerson(asking: Asking, setUp: SetUp): Promise<void> {
  const chosen = setUp.chosenUser;
  await asking.refresh();
  if (chosen === null || asking.preview !== null || setUp.chosenUser !== chosen) return;
  setUp.chosenUser = null;
  await asking.refresh();
  if (asking.preview === null) setUp.chosenUser = chosen;
}
