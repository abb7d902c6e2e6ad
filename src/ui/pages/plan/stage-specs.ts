import type { LabDescription } from '../../../client/lab.ts';
import { asJson, canonicalJson } from '../../../core/json.ts';
import { programIn } from '../../../core/planner-program.ts';
import type { RunSpec } from '../../../core/run.ts';
import { type RunView, specOf } from './run-view.svelte.ts';
import type { SetUp } from './set-up.svelte.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import type { RunsPage } from './runs-page.svelte.ts';
import { questionText } from './question-on.ts';
import { counted } from '../../words.ts';

function planOf({ events }: RunView): RunSpec | null {
  const spec = specOf(events);
  const isPlanner = typeof spec?.recommender.options['planner'] === 'string';
  return isPlanner && spec.fork === undefined ? spec : null;
}

const withoutOptions = ({ recommender, ...spec }: RunSpec): string =>
  canonicalJson(asJson({ ...spec, recommender: recommender.name }));

/** Options of one planner say nothing to the others; those that both have must agree. */
const agree = ({ recommender: { options: a } }: RunSpec, { recommender: { options: b } }: RunSpec): boolean =>
  Object.entries(a).every(
    ([name, value]) => name === 'planner' || b[name] === undefined || canonicalJson(value) === canonicalJson(b[name]),
  );

/** The specs of runs that differ in their planner alone, one for each planner; none where one link cannot set them up. */
export function specsOnStage(runs: readonly RunView[]): readonly RunSpec[] {
  const specs = runs.map(planOf).filter((spec) => spec !== null);
  const [first] = specs;
  if (first === undefined || specs.length < runs.length) return [];
  if (!specs.every((spec) => withoutOptions(spec) === withoutOptions(first) && agree(first, spec))) return [];
  return [...new Map(specs.map((spec) => [spec.recommender.options['planner'], spec])).values()];
}

/** What a link opens: the runs on the stage, or what is set up where there are none that one link can hold. */
export function specsToShare(page: {
  readonly stage: { readonly runs: readonly RunView[] };
  readonly setUp: SetUp | null;
}): readonly RunSpec[] {
  const { stage, setUp } = page;
  const shown = specsOnStage(stage.runs);
  return shown.length > 0 ? shown : (setUp?.chosen.map(({ name }) => setUp.spec(name)) ?? []);
}

export const plannerTitles = (specs: readonly RunSpec[], description: LabDescription | null): readonly string[] =>
  specs.flatMap(({ recommender: { options } }) => {
    const { planner } = options;
    const program = programIn(options);
    if (program !== null) return program.title;
    if (typeof planner !== 'string') return [];
    return description?.planners.find(({ name }) => name === planner)?.title ?? planner;
  });

/** What a link opens, as a notebook. @throws LabError `spec-invalid` */
export async function notebookOf(page: RunsPage): Promise<Notebook> {
  const { planNotebook } = await import('../notebook/experiment-notebook.ts');
  return planNotebook(questionText(page), page.specsToShare());
}

export function linkHolds(planners: readonly string[]): string {
  const who = planners.length === 1 ? (planners[0] ?? '') : counted(planners.length, 'planner');
  return `The link opens this page with what it shows: the question, ${who}, model, dials, seed and view. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.`;
}
