/** @file The section `pairs`: written texts beside the right ones, scored by BLEU and ROUGE. */
import type { NGramCounts } from '../../core/evaluation.ts';
import { mean } from '../../metrics/statistics.ts';
import { bleuCounts, bleuOf, brevityPenalty, corpusBleu, type BleuSettings } from '../../metrics/bleu.ts';
import { type Overlap, rougeL, rougeN, rougeTokens } from '../../metrics/rouge.ts';
import { z } from '../../tools/schema.ts';
import { CASE, checkCaseFile, scoreSection, type CaseFile, type CaseScores } from './case-file.ts';

const BLEU = z.object({
  max_ngram_order: z.int().check(z.minimum(1), z.maximum(9)),
  tokenize: z.enum(['13a', 'none']),
  smooth_method: z.enum(['none', 'exp', 'add-k']),
  smooth_value: z.nullish(z.number().check(z.nonnegative())),
  effective_order: z.boolean(),
  lowercase: z.boolean(),
});
const BLEU_NAME = z.string().check(z.regex(/^bleu/, { error: 'must begin with bleu' }));
const FILE = z.object({
  settings: z.optional(z.object({ bleu: z.optional(z.record(BLEU_NAME, BLEU)) })),
  pairs: z.array(z.object({ ...CASE, hypothesis: z.string(), reference: z.string() })),
});

const BLEU_2: z.output<typeof BLEU> = {
  max_ngram_order: 2,
  tokenize: '13a',
  smooth_method: 'exp',
  effective_order: true,
  lowercase: false,
};
const USUAL_BLEU: Readonly<Record<string, z.output<typeof BLEU>>> = {
  bleu2: BLEU_2,
  bleu2_lower: { ...BLEU_2, lowercase: true },
  bleu2_plain: { ...BLEU_2, tokenize: 'none', smooth_method: 'none', effective_order: false },
  bleu2_addk: { ...BLEU_2, smooth_method: 'add-k' },
};
const COUNTED = 'bleu2';
const ROUGES = ['rouge1', 'rouge2', 'rougeL'] as const;

type RougeScores = Readonly<Record<(typeof ROUGES)[number], { p: number; r: number; f: number }>>;

export interface TextScores {
  readonly cases: Record<string, CaseScores>;
  /** BLEU of the whole corpus, by settings. */
  readonly corpus: Readonly<Record<string, number>>;
  /** Means over the pairs, by stemming and ROUGE. */
  readonly mean_rouge_f: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Pairs with a text of which ROUGE reads no word, since it has none of a–z and 0–9; left out where there are none. */
  readonly unread_by_rouge?: readonly string[];
}

const isUnread = (text: string): boolean => text.trim() !== '' && rougeTokens(text, false).length === 0;

function settingsOf(bleu: z.output<typeof BLEU>): BleuSettings {
  const { smooth_method: method, smooth_value: k } = bleu;
  return {
    order: bleu.max_ngram_order,
    tokenizer: bleu.tokenize,
    smoothing: method === 'add-k' ? { method, k: k ?? 1 } : { method },
    effectiveOrder: bleu.effective_order,
    lowercase: bleu.lowercase,
  };
}

const shown = ({ precision, recall, f }: Overlap): { p: number; r: number; f: number } => ({
  p: precision,
  r: recall,
  f,
});

function rougeScores(hypothesis: string, reference: string, stem: boolean): RougeScores {
  return {
    rouge1: shown(rougeN(hypothesis, reference, 1, stem)),
    rouge2: shown(rougeN(hypothesis, reference, 2, stem)),
    rougeL: shown(rougeL(hypothesis, reference, stem)),
  };
}

const shownCounts = (counts: NGramCounts): CaseScores => ({
  correct: counts.matches,
  total: counts.totals,
  hyp_len: counts.hypothesisWords,
  ref_len: counts.referenceWords,
  bp: brevityPenalty(counts),
});

/** BLEU and ROUGE by case, and over all of them. @throws LabError `file-invalid` */
export function scoreTexts(file: CaseFile): TextScores {
  const { settings, pairs } = checkCaseFile(file, FILE);
  const bleus = Object.entries(settings?.bleu ?? USUAL_BLEU).map(([name, bleu]) => {
    const read = settingsOf(bleu);
    return { name, settings: read, counts: new Map<string, NGramCounts>() };
  });
  const rouges: Record<'rouge' | 'rouge_stem', RougeScores[]> = { rouge: [], rouge_stem: [] };
  const scored = scoreSection(file, pairs, ({ id, hypothesis, reference }) => {
    const scores: Record<string, unknown> = {};
    for (const bleu of bleus) {
      const counts = bleuCounts(hypothesis, reference, bleu.settings);
      bleu.counts.set(id, counts);
      scores[bleu.name] = bleuOf(counts, bleu.settings);
      if (bleu.name === COUNTED) scores[`${COUNTED}_counts`] = shownCounts(counts);
    }
    const rouge = rougeScores(hypothesis, reference, false);
    const stemmed = rougeScores(hypothesis, reference, true);
    rouges.rouge.push(rouge);
    rouges.rouge_stem.push(stemmed);
    return { ...scores, rouge, rouge_stem: stemmed };
  });
  const meanF = (all: readonly RougeScores[]): Record<string, number> =>
    Object.fromEntries(ROUGES.map((name) => [name, mean(all.map((one) => one[name].f))]));
  const unread = pairs.filter(({ hypothesis, reference }) => isUnread(hypothesis) || isUnread(reference));
  return {
    cases: Object.fromEntries(scored),
    ...(unread.length > 0 && { unread_by_rouge: unread.map(({ id }) => id) }),
    corpus: Object.fromEntries(bleus.map((one) => [one.name, corpusBleu([...one.counts.values()], one.settings)])),
    mean_rouge_f: { rouge: meanF(rouges.rouge), rouge_stem: meanF(rouges.rouge_stem) },
  };
}
