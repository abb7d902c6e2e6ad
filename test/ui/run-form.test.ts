/** @file The form of a run: the Plan page and the cells of notebooks read and write the same members by the same parts. */
import { expect, test } from 'vitest';
import { jsonMembers, type JsonObject } from '../../src/core/json.ts';
import { describeLab } from '../../src/lab/describe.ts';
import { parseRunSpec } from '../../src/lab/run/run-spec.ts';
import { completeNotebook } from '../../src/notebook/completion.ts';
import { MEMBERS, dialsIn, fitting, withDial, withModel } from '../../src/ui/forms/run/models.ts';
import { schemaAt } from '../../src/ui/forms/schema.ts';
import { memberAt, withMember } from '../../src/ui/forms/written.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';

const LAB = describeLab();
const HERE = { ready: [], titleOf: (name: string) => name, optionsOf: () => ({ dtype: 'q8' }) };
const SPEC = {
  dataset: { name: 'synthetic-films' },
  tasks: { name: 'direct-recommendation', options: { users: [1] } },
  recommender: { name: 'recmind', options: { planner: 'chain-of-thought' } },
};

/** A cell with everything filled in. */
function cellWith(spec: JsonObject): JsonObject {
  const { cells } = completeNotebook({ version: 1, title: '', cells: [{ id: 'run', type: 'run', spec }] });
  return jsonMembers((cells as readonly JsonObject[])[0]);
}
const accepted = (cell: JsonObject): unknown => parseRunSpec(memberAt(cell, ['spec']));

test('a cell can be set to whatever the Plan page can run', () => {
  const page = new SetUp(LAB, HERE.optionsOf);
  page.dataset = 'synthetic-films';
  page.task = 'direct-recommendation';
  page.chosenUser = { id: 1, name: '' };
  Object.assign(page, { shots: 2, examplesFrom: 'others', steps: 7, branching: 4, seed: 9 });
  Object.assign(page, {
    tools: [{ name: 'search', options: { provider: 'meaning', embedding: { name: 'built-in/words', options: {} } } }],
  });
  page.options = { ...page.options, readingOfLine7: 'S' };
  for (const model of ['transformers/small', 'built-in/reasoner']) {
    page.modelName = model;
    page.criticName = 'transformers/other';
    if (page.model !== null) page.setDial('slips', 0.3);
    const planner = 'self-inspiring';
    let cell = cellWith({ ...SPEC, recommender: { name: 'recmind', options: { planner } } });
    const { dataset: _, planners: __, program: ___, modelName: ____, criticName: _____, ...others } = MEMBERS;
    for (const [name, member] of Object.entries(others))
      cell = (member as { write: (form: JsonObject, to: unknown) => JsonObject }).write(
        cell,
        page[name as keyof typeof others],
      );
    cell = withModel(cell, 'model', model, LAB, HERE);
    cell = withModel(cell, 'critic', 'transformers/other', LAB, HERE);
    if (page.model !== null) cell = withDial(cell, { name: 'slips' }, 0.3);
    cell = withMember(cell, ['spec', 'recommender', 'options'], { ...page.options, planner });
    cell = withMember(cell, ['spec', 'recommender', 'options', 'answerFrom'], 'both');
    const { model: asked, limits: _l, metrics: _m, ...run } = parseRunSpec(page.spec(planner));
    expect(accepted(fitting(cell, LAB))).toMatchObject(run);
    const dials = page.model === null ? asked.options : dialsIn(cell, page.model);
    expect(dials).toEqual(asked.options);
  }
});

test('a cell that is set to a value within the bounds of its form is accepted, and refused beyond them', () => {
  const cell = cellWith(SPEC);
  for (const one of ['tasks.options.shots', 'recommender.options.steps', 'seed']) {
    const path = one.split('.');
    const { minimum = NaN, maximum = NaN } = schemaAt(LAB.forms.run, path);
    const at = (value: number) => () => accepted(withMember(cell, ['spec', ...path], value));
    for (const bound of [minimum, maximum]) expect(at(bound)).not.toThrow();
    for (const beyond of [minimum - 1, maximum + 1]) expect(at(beyond)).toThrow(/spec|must|least|most/);
  }
});
