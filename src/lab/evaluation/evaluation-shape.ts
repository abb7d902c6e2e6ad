/** @file The shape of an evaluation, with what a form calls its fields. docs/evaluation.md describes it. */
import { field, z } from '../../tools/schema.ts';

const MOST = 100;
const OPTIONS = z._default(z.record(z.string(), z.json()), {});
const LABEL = z.string().check(z.minLength(1), z.maxLength(80));
const COMPONENT = z.strictObject({ name: z.string(), options: OPTIONS, label: z.exactOptional(LABEL) });
const listOf = <Type extends z.core.SomeType>(type: Type) => z.array(type).check(z.minLength(1), z.maxLength(MOST));
const count = z.int().check(z.gte(1));

const SHOTS = { offers: [0, 1, 3, 5, 10], choices: { 0: 'none' } };
const HISTORIES = {
  offers: [2, 5, 10, 20, 50],
  empty: '20',
  hint: 'How many of the latest items the prompt lists; the database holds all. 20 where none is ticked.',
};
const CALL_BUDGETS = {
  offers: [4, 8, 16, 32, 64],
  empty: 'none',
  hint: 'None ticked: each planner stops by itself. Ticked: every planner plans until the budget is spent and its step is finished; systems of agents keep their own limits.',
};
const BUDGET = 'For all tasks together. When it is spent, the evaluation stops; raise it to continue from there.';

export const EVALUATION = z.strictObject({
  /** Where its results are kept: those of finished tasks are taken from there. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,80}$/)),
  spec: z.record(z.string(), z.json()),
  recommenders: listOf(COMPONENT),
  models: z.exactOptional(listOf(COMPONENT)),
  shots: z.exactOptional(field(listOf(z.int()), 'Examples in the prompt', SHOTS)),
  /** Where few-shot examples come from: the tasks' own dataset where null, or another one. */
  examplesFrom: z.exactOptional(listOf(z.nullable(COMPONENT))),
  /** How many of the latest items prompts of sequences list; only for those. */
  histories: z.exactOptional(field(listOf(z.int()), 'Items of history', HISTORIES)),
  seeds: z.exactOptional(field(listOf(z.int()), 'Seeds, a run for each')),
  /** Model calls that RecMind may take for a task: only the budget ends planning then. Null leaves that to the planner. */
  callBudgets: z.exactOptional(field(listOf(z.nullable(count)), 'Model calls per task', CALL_BUDGETS)),
  base: z.exactOptional(field(z.string(), 'Compared with', { empty: 'the first row' })),
  budget: z._default(
    z
      .strictObject({
        modelCalls: z._default(field(count, 'Model calls at most', { empty: 'no limit' }), 1e9),
        tokens: z._default(field(count, 'Tokens at most', { empty: 'no limit', hint: BUDGET }), 1e12),
      })
      .check(z.meta({ group: 'Budget' })),
    { modelCalls: 1e9, tokens: 1e12 },
  ),
  /** Whether the trace of every task is kept; else only those that would not come out the same again. */
  keepTraces: z._default(z.boolean(), false),
});
