/** @file Information query: what the catalogue says of items, by SQL (Huang and others 2023, section 3.1). It leaves the candidates alone. */
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import type { SqlValue } from '../../core/database.ts';
import { type Condition, type DialogueProblem, type LookedUp, conditionWords } from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import { z } from '../schema.ts';
import { compileConditions, FROM_ITEMS, unknownNumbers } from './conditions.ts';
import { CONDITION } from './filter.ts';
import { resolveTitles, resultOf, type Catalogue, dialogueTool, type DialogueToolResult } from './catalogue.ts';
import { ownValue } from '../../core/json.ts';

const text = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));
const INPUT = z.union([
  z.strictObject({
    titles: z.array(text).check(z.minLength(1), z.maxLength(20)),
    facts: z.exactOptional(z.array(text).check(z.maxLength(20))),
  }),
  z.strictObject({ conditions: z.array(CONDITION).check(z.maxLength(40)) }),
]);

const MOST_VALUES = 8;

function factsOf({ id }: ItemReference, { database }: Catalogue): { facts: Record<string, string>; sql: string } {
  const own = `SELECT attribute, value FROM item_attributes WHERE item_id = ${String(id)}`;
  const sql =
    `SELECT 'year', year FROM items WHERE item_id = ${String(id)} UNION ALL ` +
    `SELECT 'rating', round(mean_rating, 2) FROM item_statistics WHERE item_id = ${String(id)} UNION ALL ` +
    `SELECT 'ratings', ratings FROM item_statistics WHERE item_id = ${String(id)} UNION ALL ${own}`;
  const values = new Map<string, SqlValue[]>();
  for (const [name, value = null] of database.query(sql).rows) {
    if (value === null || name === 'source_title' || String(name).endsWith('_id')) continue;
    values.set(String(name), [...(values.get(String(name)) ?? []), value]);
  }
  const facts = [...values].map(([name, all]) => [name, all.slice(0, MOST_VALUES).join(', ')]);
  return { facts: Object.fromEntries(facts) as Record<string, string>, sql };
}

function wantedFacts(facts: Readonly<Record<string, string>>, wanted: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => wanted.length === 0 || wanted.includes(name)));
}

const BUILT_IN: readonly string[] = ['year', 'rating', 'ratings', 'description'];

function lookUp(written: readonly string[], asked: readonly string[], catalogue: Catalogue): DialogueToolResult {
  const { items, problems: doubts, namesakes } = resolveTitles(catalogue.titles, written);
  const problems: DialogueProblem[] = [...doubts];
  const known = catalogue.values.outline.attributes.map(({ name }) => name);
  const wanted = asked.flatMap((name) => {
    if (BUILT_IN.includes(name)) return [name];
    const attribute = catalogue.values.attribute(name);
    if (attribute === null) problems.push({ type: 'attribute-unknown', attribute: name, known });
    return attribute === null ? [] : [attribute.name];
  });
  const statements: string[] = [];
  const found: LookedUp[] = [];
  for (const item of [...items, ...namesakes]) {
    const { facts, sql } = factsOf(item, catalogue);
    statements.push(sql);
    for (const attribute of wanted) {
      if (ownValue(facts, attribute) === undefined)
        problems.push({ type: 'fact-missing', attribute, title: item.title });
    }
    found.push({ title: item.title, facts: asked.length > 0 && wanted.length === 0 ? {} : wantedFacts(facts, wanted) });
  }
  const lines = found.map(({ title, facts }) => {
    const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    return `${title}: ${told.length === 0 ? 'nothing of what was asked' : told.join('; ')}`;
  });
  const [first] = wanted;
  // A number in doubt must not become a condition in silence.
  const value =
    namesakes.length > 0 || first === undefined ? NaN : Number(ownValue(found[0]?.facts ?? {}, first) ?? NaN);
  return resultOf({
    observation: lines.length === 0 ? 'No such title is in the catalogue.' : lines.join(' | '),
    detail: { sql: statements },
    failed: found.length === 0,
    problems,
    found,
    number: Number.isFinite(value) ? value : null,
  });
}

function count(conditions: readonly Condition[], catalogue: Catalogue): DialogueToolResult {
  const { where, problems, failed } = compileConditions(conditions, catalogue);
  if (failed) return resultOf({ observation: 'A condition cannot be checked in this catalogue.', problems, failed });
  const sql = `SELECT count(*) ${FROM_ITEMS} WHERE ${where}`;
  const items = Number(catalogue.database.query(sql).rows[0]?.[0] ?? 0);
  const words = conditions.map(conditionWords).join('; ');
  const unknown = unknownNumbers(conditions, catalogue);
  return resultOf({
    observation: `${String(items)} items${words === '' ? '' : ` satisfy: ${words}`}.${unknown === '' ? '' : ` Not known: ${unknown}.`}`,
    detail: { sql },
    problems,
    found: [
      {
        title: '',
        facts: { items: String(items), ...(words !== '' && { conditions: words }), ...(unknown !== '' && { unknown }) },
      },
    ],
    number: items,
  });
}

export const lookUpTool = dialogueTool({
  name: 'look-up',
  description:
    'Finds what the catalogue says of items, without changing the candidates. Input {"titles": ["Heat"], "facts": ["year", "genre"]}; all facts where none are named. ' +
    'Or {"conditions": […]} as in filter for how many items satisfy them. Not for recommending.',
  input: INPUT,
  form: '{"titles": […], "facts": […]} or {"conditions": […]}',
  use(input, { catalogue }) {
    if ('conditions' in input) return count(input.conditions, catalogue);
    return lookUp(input.titles, input.facts ?? [], catalogue);
  },
});
