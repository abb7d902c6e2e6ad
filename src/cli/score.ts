/**
 * @file Scores files of cases whose right scores other people's libraries have told, so that the lab's metrics can be held
 * to them. docs/scoring.md describes the files and what is printed.
 */
import { readFile } from 'node:fs/promises';
import { LabError } from '../core/errors.ts';
import { parseCaseFile, type CaseFile, type CaseScores } from './score/case-file.ts';
import { scoreRankings } from './score/ranking.ts';
import { scoreRatings } from './score/rating.ts';
import { scoreTexts } from './score/text.ts';

/** What is scored of a file. */
export type ScoreKind = 'rating' | 'ranking' | 'text';

const SCORERS: Readonly<Record<ScoreKind, (file: CaseFile) => { readonly cases: Record<string, CaseScores> }>> = {
  rating: scoreRatings,
  ranking: scoreRankings,
  text: scoreTexts,
};

/** The kinds, as they are typed. */
export const SCORE_KINDS = Object.keys(SCORERS) as readonly ScoreKind[];

/**
 * The scores of a file, to be printed as one JSON object.
 * @throws LabError `file-…` naming the file and, where one is at fault, the case and the field
 */
export async function scoreFile(
  kind: ScoreKind,
  path: string,
): Promise<{ readonly cases: Record<string, CaseScores> }> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new LabError('file-invalid', `${path} cannot be read; give the path of a file.`, { file: path }, { cause });
  }
  return SCORERS[kind](parseCaseFile(path, bytes));
}
