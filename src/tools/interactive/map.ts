/** @file Mapping ids to titles: the last step, which names the items of the reply. */
import { inputSchema, z } from '../schema.ts';
import { invalidInput, resultOf, type DialogueTool } from './catalogue.ts';

/** How many items a reply has where nobody says, and at most (the public code of Huang and others 2023). */
export const MAPPED = { usual: 5, most: 20 } as const;

const INPUT = z.strictObject({ count: z.exactOptional(z.int().check(z.gte(1))) });

const FORM = '{"count": a whole number from 1}';

/** Maps what was found to titles. */
export const mapTool: DialogueTool = {
  name: 'map',
  description: `Gives the titles of the first candidates and ends the plan. Input {"count": 5}; ${String(MAPPED.most)} at most.`,
  parameters: inputSchema(INPUT),
  form: FORM,
  use(input, { catalogue, bus }) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`map needs ${FORM}.`);
    const count = Math.min(MAPPED.most, parsed.data.count ?? MAPPED.usual);
    const items = bus.items.slice(0, count);
    const titles = items.map((id) => catalogue.titles.reference(id).title);
    return resultOf({
      observation: titles.join(' | '),
      detail: { items },
      failed: items.length === 0,
      kept: { items, ordered: true },
    });
  },
};
