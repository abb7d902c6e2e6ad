/** @file A planner that a person wrote, as a RunSpec has it. docs/write-a-planner.md describes it. */
import { plainName } from '../../core/text/visible-text.ts';
import { LONGEST_PROGRAM, LONGEST_PROGRAM_TITLE, type PlannerProgram } from '../../core/planner-program.ts';
import { z } from '../../tools/schema.ts';

/** Its shape. Whether it is JavaScript is seen when it runs, and never before. */
export const PROGRAM = z.strictObject({
  title: z.string().check(
    z.minLength(1),
    z.maxLength(LONGEST_PROGRAM_TITLE),
    z.refine((title) => plainName(title) === title, 'a title is one line without blanks at its ends'),
  ),
  source: z.string().check(z.minLength(1), z.maxLength(LONGEST_PROGRAM)),
}) satisfies z.ZodMiniType<PlannerProgram>;
