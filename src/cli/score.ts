/** @file Scores files of cases with known right scores. docs/scoring.md describes the files and the output. */
import { readFile } from 'node:fs/promises';
import { LabError } from '../core/errors.ts';
import {
  parseCaseFile,
  type CaseFile,
  type CaseScores,
  CASE,
  checkCaseFile,
  scoreSection,
  type Case,
} from './score/case-file.ts';
import { scoreTexts } from './score/text.ts';
import { likedShare } from '../environments/catalogue.ts';
import { personalization } from '../metrics/lists.ts';
import {
  hitRatioOf,
  judge,
  type JudgedList,
  averagePrecisionOf,
  reciprocalRankOf,
  ndcgOf,
  precisionOf,
  recallOf,
} from '../metrics/ranking.ts';
import { mae, rmse } from '../metrics/rating.ts';
import { z } from '../tools/schema.ts';

const RATINGS = z.object({ ...CASE, truth: z.array(z.number()), pred: z.array(z.number()) }).check(
  z.refine(({ truth, pred }) => truth.length === pred.length, {
    path: ['pred'],
    error: 'must have as many ratings as truth',
  }),
);
const RATING_FILE = z.object({ rating: z.array(RATINGS) });

/** `rmse` and `mae` by case. @throws LabError `file-invalid` */
export function scoreRatings(file: CaseFile): { readonly cases: Record<string, CaseScores> } {
  const { rating } = checkCaseFile(file, RATING_FILE);
  const scored = scoreSection(file, rating, ({ truth, pred }) => {
    const errors = pred.map((predicted, index) => Math.abs(predicted - truth[index]!));
    return { rmse: rmse.summarize(errors), mae: mae.summarize(errors) };
  });
  return { cases: Object.fromEntries(scored) };
}

type ListMeasure = (list: JudgedList, k: number) => number;

const AT_K: Readonly<Record<string, ListMeasure>> = {
  hit_rate: hitRatioOf,
  precision: precisionOf,
  recall: recallOf,
  ndcg: (list, k) => ndcgOf(list, k, 'linear'),
  ndcg_burges: (list, k) => ndcgOf(list, k, 'burges'),
  mrr: reciprocalRankOf,
  map: (list, k) => averagePrecisionOf(list, k, 'relevant'),
  ap_over_k: (list, k) => averagePrecisionOf(list, k, 'k'),
  ap_over_min: (list, k) => averagePrecisionOf(list, k, 'reachable'),
};

const UNCUT = ['mrr', 'map'];

const USUAL_K: readonly number[] = [1, 3, 5, 10];

const PERSONALIZATION_K = 10;

/** An id is a text: 8 and "8" are one item. */
const ITEM = z.union([z.number(), z.string()], { error: 'must be a number or a string' });

type Item = z.output<typeof ITEM>;

const different = (items: readonly Item[]): boolean => new Set(items.map(String)).size === items.length;

/** Whether every text that is a number stands in the form of the numbers beside it: 8 and "8.0" may be one item or two. */
function isWrittenAlike(items: readonly Item[]): boolean {
  const numbers = new Set(items.filter((item) => typeof item === 'number'));
  return items.every(
    (item) =>
      typeof item === 'number' || !numbers.has(Number(item)) || item.trim() === '' || String(Number(item)) === item,
  );
}

const RANKING = z
  .object({
    ...CASE,
    ranked: z.array(ITEM).check(z.refine(different, { error: 'holds an item twice' })),
    relevant: z
      .array(z.tuple([ITEM, z.number().check(z.nonnegative())]))
      .check(z.refine((pairs) => different(pairs.map(([item]) => item)), { error: 'holds an item twice' })),
  })
  .check(
    z.refine(({ ranked, relevant }) => isWrittenAlike([...ranked, ...relevant.map(([item]) => item)]), {
      path: ['ranked'],
      error: 'writes one number in two ways, such as 8 and "8.0"; write ids alike',
    }),
  );

const LISTS = z.object({ ...CASE, lists: z.array(z.array(ITEM)) });

const GENRES = z.object({
  ...CASE,
  liked: z.array(z.string()),
  disliked: z.array(z.string()),
  recommended_genres: z.array(z.array(z.string())),
});

const SECTIONS = ['ranking', 'personalization', 'genres'] as const;

const RANKING_FILE = z
  .object({
    ranking: z.optional(z.array(RANKING)),
    personalization: z.optional(z.array(LISTS)),
    genres: z.optional(z.array(GENRES)),
  })
  .check(
    z.refine((file) => SECTIONS.some((section) => file[section] !== undefined), {
      error: `has no section ${SECTIONS.join(', ')}`,
    }),
  );

/** The k that the file's expected scores name, smallest first; the usual ones where they name none. */
function cutOffs(cases: readonly Case[]): readonly number[] {
  const named = cases.flatMap(({ expected = {} }) =>
    Object.keys(expected).flatMap((name) => {
      const [, measure, k] = /^(\w+)@([1-9]\d*)$/.exec(name) ?? [];
      return measure !== undefined && Object.hasOwn(AT_K, measure) ? [Number(k)] : [];
    }),
  );
  return named.length === 0 ? USUAL_K : [...new Set(named)].sort((a, b) => a - b);
}

function scoresOf(list: JudgedList, ks: readonly number[]): CaseScores {
  const cut = ks.flatMap((k) => Object.entries(AT_K).map(([name, measure]) => [`${name}@${k}`, measure(list, k)]));
  const uncut = UNCUT.map((name) => [name, AT_K[name]!(list, Infinity)]);
  return Object.fromEntries([...cut, ...uncut]) as CaseScores;
}

/** The scores of every list, of the lists of several people, and of genres, by case. @throws LabError `file-invalid` */
function scoreRankings(file: CaseFile): { readonly cases: Record<string, CaseScores> } {
  const { ranking = [], personalization: people = [], genres = [] } = checkCaseFile(file, RANKING_FILE);
  const ks = cutOffs(ranking);
  const sections = [
    scoreSection(file, ranking, ({ ranked, relevant }) => {
      const grades = relevant.map(([item, grade]) => [String(item), grade] as const);
      return scoresOf(judge(ranked.map(String), new Map(grades)), ks);
    }),
    scoreSection(file, people, ({ lists }) => ({
      pers: personalization(
        lists.map((list) => list.map(String)),
        PERSONALIZATION_K,
      ),
    })),
    scoreSection(file, genres, ({ recommended_genres: list, liked, disliked }) => ({
      ...likedShare(list, new Set(liked), new Set(disliked)),
    })),
  ];
  const cases = new Map<string, CaseScores>();
  for (const section of sections) for (const [id, scores] of section) cases.set(id, { ...cases.get(id), ...scores });
  return { cases: Object.fromEntries(cases) };
}

export type ScoreKind = 'rating' | 'ranking' | 'text';

const SCORERS: Readonly<Record<ScoreKind, (file: CaseFile) => { readonly cases: Record<string, CaseScores> }>> = {
  rating: scoreRatings,
  ranking: scoreRankings,
  text: scoreTexts,
};

export const SCORE_KINDS = Object.keys(SCORERS) as readonly ScoreKind[];

/** The scores of a file, as one JSON object. @throws LabError `file-…` naming the file, the case and the field */
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
