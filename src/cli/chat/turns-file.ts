/** @file Files of conversations: lines `{"id": "a", "turns": ["…", "…"]}`. */
import { LabError } from '../../core/errors.ts';
import { z } from '../../tools/schema.ts';

/** A conversation as the person says it. */
export interface SpokenConversation {
  readonly id: string | number;
  readonly turns: readonly string[];
}

const LINE = z.object({
  id: z.union([z.string(), z.number()]),
  turns: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
});

const MOST_TOLD = 20;

function turnProblem(line: string): string | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const parsed = LINE.safeParse(json);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? '' : `${path}: `}${issue?.message ?? 'not {"id": …, "turns": […]}'}`;
}

/**
 * Reads the lines of a file; empty ones are left out.
 * @throws LabError `file-invalid` naming each bad line by its number, from 1; `file-empty`
 */
export function parseTurns(text: string, file: string): SpokenConversation[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const problems = lines.flatMap((line, at) => {
    const problem = line.trim() === '' ? null : turnProblem(line);
    return problem === null ? [] : [{ line: at + 1, problem }];
  });
  if (problems.length > 0) {
    const told = problems.slice(0, MOST_TOLD).map(({ line, problem }) => `line ${String(line)}: ${problem}`);
    const more = problems.length > MOST_TOLD ? `, and ${String(problems.length - MOST_TOLD)} more lines` : '';
    throw new LabError(
      'file-invalid',
      `${file} has bad lines; ${told.join('; ')}${more}. A line is {"id": "a", "turns": ["…"]}.`,
      {
        file,
        lines: problems.map(({ line }) => line),
      },
    );
  }
  const spoken = lines.filter((line) => line.trim() !== '').map((line) => LINE.parse(JSON.parse(line)));
  if (spoken.length === 0) throw new LabError('file-empty', `${file} holds no conversation.`, { file });
  return spoken;
}
