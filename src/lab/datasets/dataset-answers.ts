/** @file Answers about the open dataset, its database, its tasks, and samples of other programs' files. */
import { titleWithYear } from '../../core/text/words.ts';
import type { Answers, LabParts } from '../kind.ts';
import { askedBy } from '../run/asked.ts';
import { interactionRows, rowsAsCsv } from '../run/export/row-file.ts';
import { createFork } from '../run/fork/create-fork.ts';
import { createSplit } from '../run/registry.ts';
import { parseRunSpec } from '../run/run-spec.ts';
import { samplesOf } from '../samples/samples.ts';

type Asked = 'names' | 'interactions' | 'schema' | 'sql' | 'people' | 'tasks' | 'samples';

const PREVIEWED = 10;

export function datasetAnswers(lab: LabParts): Answers<Asked | 'datasets' | 'fork'> {
  const opened = () => lab.workbench().dataset;
  return {
    datasets: async () => (await lab.datasets()).entries(),
    names() {
      const { users, items } = opened();
      return {
        people: { ids: users.map(({ id }) => id), names: users.map(({ name }) => name) },
        items: { ids: items.map(({ id }) => id), names: items.map(titleWithYear) },
      };
    },
    interactions: () => rowsAsCsv(interactionRows(opened())),
    schema: async (_, { signal }) => (await lab.workbench().database(signal)).schema,
    sql: async (statement, { signal }) => (await lab.workbench().database(signal)).ask(statement, signal),
    people: ({ text, limit, task }) => lab.workbench().people(text, limit, task),
    async tasks(input) {
      const spec = parseRunSpec(input);
      const dataset = lab.workbench().part(spec);
      await lab.examples.openFor(spec);
      const asked = askedBy(spec, createSplit(spec, dataset), dataset, lab.examples);
      return asked.slice(0, PREVIEWED).flatMap(({ task }) => task ?? []);
    },
    async fork({ run, node, edit }) {
      return createFork((await (await lab.experiments()).read(run)).events, { run, node, edit });
    },
    samples: (files) => samplesOf(files, opened),
  };
}
