/** @file Files of cases to score: JSON whose sections are lists of cases with ids and expected scores. */
import { LabError, messageOf } from '../../core/errors.ts';
import { z } from '../../tools/schema.ts';

/** The scores of one case by name; NaN, which JSON writes as null, where a score is not defined. */
export type CaseScores = Readonly<Record<string, unknown>>;

export const CASE = {
  id: z.string().check(z.minLength(1)),
  expected: z.optional(z.record(z.string(), z.unknown())),
};

export interface Case {
  readonly id: string;
  readonly expected?: Readonly<Record<string, unknown>> | undefined;
}

export interface CaseFile {
  /** As it was typed. */
  readonly path: string;
  readonly content: unknown;
}

/** Reads bytes as JSON in UTF-8. @throws LabError `file-empty` or `file-damaged` */
export function parseCaseFile(path: string, bytes: Uint8Array): CaseFile {
  if (bytes.length === 0)
    throw new LabError('file-empty', `${path} is empty; give a JSON file of cases.`, { file: path });
  try {
    return { path, content: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown };
  } catch (cause) {
    const problem = messageOf(cause);
    throw new LabError('file-damaged', `${path} is not JSON in UTF-8: ${problem}.`, { file: path }, { cause });
  }
}

/** The file's content in its right shape. @throws LabError `file-invalid` naming the file, the case and the field */
export function checkCaseFile<Schema extends z.ZodMiniType>(file: CaseFile, schema: Schema): z.output<Schema> {
  const result = z.safeParse(schema, file.content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const [section, index, ...field] = issue?.path ?? [];
  const problem = (issue?.message ?? 'has the wrong shape').replace(/^Invalid input: /, '');
  if (typeof index !== 'number') throw invalid(file, null, (issue?.path ?? []).join('.') || 'the file', problem);
  throw invalid(file, nameOfCase(file.content, String(section), index), field.join('.') || 'the case', problem);
}

function nameOfCase(content: unknown, section: string, index: number): string {
  const cases = (content as Readonly<Record<string, readonly unknown[]>>)[section];
  const id = (cases?.[index] as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : `${section}.${index}`;
}

function invalid({ path }: CaseFile, name: string | null, field: string, problem: string): LabError {
  const where = name === null ? '' : `case ${JSON.stringify(name)}, `;
  return new LabError('file-invalid', `${path}: ${where}${field}: ${problem}.`, { file: path, case: name, field });
}

/** Scores a section. @throws LabError `file-invalid` for two cases of one id, or an unknown expected score */
export function scoreSection<One extends Case>(
  file: CaseFile,
  cases: readonly One[],
  score: (one: One) => CaseScores,
): Map<string, CaseScores> {
  const scored = new Map<string, CaseScores>();
  for (const one of cases) {
    if (scored.has(one.id)) throw invalid(file, one.id, 'id', 'another case of the section has it');
    const scores = score(one);
    const unknown = Object.keys(one.expected ?? {}).find((name) => !Object.hasOwn(scores, name));
    if (unknown !== undefined)
      throw invalid(file, one.id, `expected.${unknown}`, `unknown score; one of ${Object.keys(scores).join(', ')}`);
    scored.set(one.id, scores);
  }
  return scored;
}
