/** @file How a fork is written in a spec. */
import { z } from '../../tools/schema.ts';

const LONGEST_TEXT = 100_000;
const MOST_EDITS = 100;

const text = z.string().check(z.maxLength(LONGEST_TEXT));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const node = z.string().check(z.regex(/^0(\.\d+)+$/));

const MESSAGE = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text });

const EDIT = z.strictObject({
  thought: z.exactOptional(text),
  action: z.exactOptional(z.nullable(z.strictObject({ tool: text, input: text }))),
  observation: z.exactOptional(text),
  prompt: z.exactOptional(
    z.strictObject({
      call: z.int().check(z.gte(0), z.lte(10_000)),
      messages: z.array(MESSAGE).check(z.minLength(1), z.maxLength(100)),
    }),
  ),
});

/** @see Fork */
export const FORK = z.strictObject({
  run: z.string().check(z.minLength(1), z.maxLength(200)),
  digest: sha256,
  task: z.string().check(z.minLength(1), z.maxLength(200)),
  shared: z.strictObject({ events: z.int().check(z.gte(2), z.lte(1e9)), sha256 }),
  edits: z.array(z.strictObject({ node, edit: EDIT })).check(z.minLength(1), z.maxLength(MOST_EDITS)),
});
