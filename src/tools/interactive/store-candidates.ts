/** @file Candidate initialisation: the items that the person lists become the candidates (Huang and others 2023, section 3.2). */
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import { inputSchema, z } from '../schema.ts';
import { invalidInput, resolveTitles, resultOf, type DialogueTool } from './catalogue.ts';

const INPUT = z.strictObject({
  titles: z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))).check(z.minLength(1), z.maxLength(100)),
});

const FORM = '{"titles": […]}';

/** Makes the items that the person lists the candidates. */
export const storeCandidatesTool: DialogueTool = {
  name: 'store-candidates',
  description:
    'Makes the items that the person lists the only candidates. Input {"titles": ["Heat", "Alien"]}. Only where the person lists items to choose among; then it is the first step.',
  parameters: inputSchema(INPUT),
  form: FORM,
  use(input, { catalogue }) {
    const parsed = INPUT.safeParse(input);
    if (!parsed.success) return invalidInput(`store-candidates needs ${FORM}.`);
    const { items, problems } = resolveTitles(catalogue.titles, parsed.data.titles);
    return resultOf({
      observation: `${String(items.length)} of ${String(parsed.data.titles.length)} listed titles are candidates: ${items.map(({ title }) => title).join(', ')}.`,
      detail: { items: items.map(({ id }) => id) },
      failed: items.length === 0,
      problems,
      kept: { items: items.map(({ id }) => id), ordered: false },
    });
  },
};
