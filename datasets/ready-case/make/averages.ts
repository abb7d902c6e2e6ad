/** @file Mean absolute errors over everybody in the film club, with intervals, and the document that shows them. */
import type { Interval } from '../../../src/core/evaluation.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { AnswerFrom } from '../../../src/core/trace.ts';
import { bootstrap, mean } from '../../../src/metrics/statistics.ts';
import { PRESETS } from '../../../src/reasoner/dials.ts';
import { PLANNERS } from '../../../src/planners/registry.ts';
import type { Errors } from './measure.ts';

/** The mean absolute error of one planner under one preset, with its 95 % interval over people. */
export interface Average extends Interval {
  readonly planner: string;
  readonly preset: string;
  readonly from: AnswerFrom;
}

/** What was measured of one planner under one preset, seed by seed. */
export interface Cell {
  readonly planner: string;
  readonly preset: string;
  readonly seeds: readonly Errors[];
}

/** The averages of all cells. All seeds of a person are drawn together. */
export function averagesOf(cells: readonly Cell[]): readonly Average[] {
  return cells.flatMap(({ planner, preset, seeds }) =>
    (['kept', 'explored'] as const).map((from) => {
      const ids = [...(seeds[0]?.[from].keys() ?? [])];
      const people = ids.map((id) => seeds.map((errors) => Math.abs(errors[from].get(id) ?? NaN)));
      // Equal draws for all, so that equal answers have equal intervals.
      const interval = bootstrap(people, mean, createRandom(1).fork('averages'));
      return { planner, preset, from, ...interval };
    }),
  );
}

const titleOf = (planner: string): string => PLANNERS.find(({ name }) => name === planner)?.title ?? planner;
const shown = ({ value, low, high }: Average): string => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

function tableOf(averages: readonly Average[], preset: string): string {
  const rows = averages
    .filter((one) => one.preset === preset && one.from === 'kept')
    .map((kept) => {
      const explored = averages.find(
        (one) => one.preset === preset && one.planner === kept.planner && one.from === 'explored',
      );
      return `| ${titleOf(kept.planner)} | ${shown(kept)} | ${explored === undefined ? '' : shown(explored)} |`;
    });
  return ['| planner | from what it kept | from everything explored |', '| --- | ---: | ---: |', ...rows].join('\n');
}

/** The document, from its heading on. */
export function averagesDocument(
  averages: readonly Average[],
  { people, seeds }: { readonly people: number; readonly seeds: number },
): string {
  const sections = PRESETS.map(
    ({ name, title, description }) => `## ${title}\n\n${description}\n\n${tableOf(averages, name)}`,
  );
  return `# Planners on the film club with the built-in reasoner (rules, not a language model)

Mean absolute error of predicted ratings, in rating points (scale 0.5 to 5): ${String(people)} people, one held-out rating each, ${String(seeds)} seeds, 3 examples,
5 steps, 3 branches; 95 % intervals by bootstrap over people, all seeds of a person drawn together. The people and their ratings are synthetic.
The numbers are about the reasoner's rules; they say nothing about a language model. To repeat:

\`\`\`
node --import tsx datasets/ready-case/make/measure-rules.ts ${String(seeds)}
\`\`\`

${sections.join('\n\n')}
`;
}
