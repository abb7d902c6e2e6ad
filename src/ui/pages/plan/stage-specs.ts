import type { LabDescription } from '../../../client/lab.ts';
import { asJson, canonicalJson } from '../../../core/json.ts';
import type { RunSpec } from '../../../core/run.ts';
import { isRequestType } from '../../../core/task.ts';
import { methodOfSpec, originOfSpec, type RunView, specOf } from './run-view.svelte.ts';
import type { SetUp } from './set-up.svelte.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import { questionText, type Asked } from './question-on.ts';
import { counted } from '../../words.ts';

const isOneQuestion = ({ tasks: { name, options } }: RunSpec): boolean =>
  !isRequestType(name) && options['samples'] === undefined;

function planOf({ events }: RunView): RunSpec | null {
  const spec = specOf(events);
  return spec !== null && spec.fork === undefined && isOneQuestion(spec) ? spec : null;
}

const withoutMethod = ({ recommender: _, ...spec }: RunSpec): string => canonicalJson(asJson(spec));

/** What says which method it is, and so may differ. */
const NAMING = ['planner', 'system', 'files', 'models'];

/** Options of one method say nothing to the others; those that both have must agree. */
const agree = ({ recommender: a }: RunSpec, { recommender: b }: RunSpec): boolean =>
  a.name !== b.name ||
  Object.entries(a.options).every(
    ([name, value]) =>
      NAMING.includes(name) || b.options[name] === undefined || canonicalJson(value) === canonicalJson(b.options[name]),
  );

/** The specs of runs that differ in their method alone, one for each method; none where one link cannot set them up. */
export function specsOnStage(runs: readonly RunView[]): readonly RunSpec[] {
  const specs = runs.map(planOf).filter((spec) => spec !== null);
  const [first] = specs;
  if (first === undefined || specs.length < runs.length) return [];
  if (!specs.every((spec) => withoutMethod(spec) === withoutMethod(first) && agree(first, spec))) return [];
  return [...new Map(specs.map((spec) => [methodOfSpec(asJson(spec)), spec])).values()];
}

/** What a link opens: the runs on the stage, or what is set up where there are none that one link can hold. */
export function specsToShare(page: {
  readonly stage: { readonly runs: readonly RunView[] };
  readonly setUp: SetUp | null;
}): readonly RunSpec[] {
  const { stage, setUp } = page;
  const shown = specsOnStage(stage.runs);
  return shown.length > 0 ? shown : (setUp?.chosen.map(({ name }) => setUp.spec(name)) ?? []).filter(isOneQuestion);
}

export const methodTitles = (specs: readonly RunSpec[], description: LabDescription | null): readonly string[] =>
  specs.map((spec) => originOfSpec(asJson(spec), description, methodOfSpec(asJson(spec))).title);

/** What a link opens, as a notebook. @throws LabError `spec-invalid` */
export async function notebookOf(page: Asked & { specsToShare(): readonly RunSpec[] }): Promise<Notebook> {
  const { planNotebook } = await import('../learn/experiment-notebook.ts');
  return planNotebook(questionText(page), page.specsToShare());
}

export function linkHolds(methods: readonly string[]): string {
  const who = methods.length === 1 ? (methods[0] ?? '') : counted(methods.length, 'method');
  return `The link opens this page with what it shows: the question, ${who}, model, dials, seed and view. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.`;
}
