/** @file Judgements that a file brings: what `judgingAsJson` wrote in another browser, read as a stranger's. */
import { LabError } from '../../core/errors.ts';
import { LONGEST_JUDGE, type JudgingEntry } from '../../core/judging.ts';
import { z } from '../../tools/schema.ts';
import type { JudgingScope } from './judging-results.ts';

const places = z.record(z.string(), z.int().check(z.gte(1)));
const FILE = z.object({
  judgements: z.array(
    z.object({
      question: z.string(),
      shown: z.string(),
      person: z.int(),
      judge: z.string().check(z.minLength(1), z.maxLength(LONGEST_JUDGE)),
      verdict: z.union([
        z.object({ type: z.literal('ranking'), places }),
        z.object({ type: z.literal('skip') }),
        z.object({ type: z.literal('alike') }),
      ]),
      afterLook: z.boolean(),
    }),
  ),
});

/**
 * Those that are about what is shown here, with a place for each subject where they rank.
 * @throws LabError `file-invalid` where the file is no judging, or none of it is about what is shown here
 */
export function judgementsIn(text: string, { name, subjects, shown }: JudgingScope): JudgingEntry[] {
  const judgements = judgementsOf(text).filter(
    ({ question, shown: seen, verdict }) =>
      shown.get(question) === seen &&
      (verdict.type !== 'ranking' || subjects.every((subject) => Object.hasOwn(verdict.places, subject))),
  );
  if (judgements.length === 0) {
    const problem = `The file has no judgement of what ${name} shows`;
    throw new LabError('file-invalid', `${problem}. Judges have to run the same evaluation of the same dataset.`);
  }
  return judgements.map(({ afterLook, ...judgement }) => ({
    type: 'judgement',
    ...judgement,
    ...(afterLook && { seen: true as const }),
  }));
}

function judgementsOf(text: string): z.infer<typeof FILE>['judgements'] {
  try {
    const reading = FILE.safeParse(JSON.parse(text));
    if (reading.success) return reading.data.judgements;
  } catch {
    // Not JSON is no judging either.
  }
  throw new LabError('file-invalid', 'The file is no judging. Choose one that was saved as JSON under the results.');
}
