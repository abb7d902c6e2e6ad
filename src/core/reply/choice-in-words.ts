/** @file Which of several proposals words choose: `Proposal 2`, `**Choice:** 2.`, `**Proposal 1** helps most: it …, whereas Proposal 2 …`. */
import type { Json } from '../json.ts';
import { withoutLabel } from './labels.ts';
import { behindLineLabel } from './line-label.ts';

/** A sentence may follow, but not the rest of one: "Candidate 2 is wrong" chooses nothing. */
const ENDS = /^["'”’*_`)\s]*(?:$|[.;!\n](?!\d))/;
/** Each proposal that the words name. */
const NAMED =
  /\b(?:candidate|proposal|option|choice|vote|answer)s?\b[^\p{L}\p{N}\n]{0,6}(?:(?:is|goes to|would be)\s+)?(?:(?:candidate|proposal|option)\s*)?#?(\d+)/giu;
/** A number that stands alone at the end of the words. */
const LAST =
  /(?:\n|[.!?:]\s)[^\p{L}\p{N}-]*(?:(?:candidate|proposal|option|choice|vote|answer)\b[^\p{L}\p{N}]*)*(\d+)[^\p{L}\p{N}]*$/iu;
const LONGEST_END = 200;
/** What is said of the one that is chosen. */
const HELPS =
  '(?:is (?:the )?(?:best|better|(?:more|most) (?:helpful|useful))|(?:would )?helps? (?:the )?(?:most|more|best)|tells (?:the )?most)\\b(?! than\\b)';
/** What only a proposal that is chosen stands before. */
const REASON = '(?:since|because|over|rather than|instead of)\\b';
const PROPOSAL = '(?:candidate|proposal|option) #?(\\d+)';
/** Words that choose one. */
const CHOSEN = new RegExp(
  '^[^\\p{L}\\p{N}]*(?:i (?:would |will )?(?:choose|pick|select|prefer|vote for)|my (?:answer|choice|vote) is|the best (?:one |proposal |choice )?is) (?:the )?(?:candidate |proposal |option |number )?#?(\\d+)\\b' +
    `|^[^\\p{L}\\p{N}]*${PROPOSAL}\\W{0,4} ${HELPS}|^[^\\p{L}\\p{N}]*${PROPOSAL}[*_]{0,3}(?=,? ${REASON})`,
  'iu',
);

/** `Proposal 2`, `**Choice:** 2.`, `Proposal 2 tells most. … 2`: all that is named has to be the same, but around a label and in the reason of a choice. */
export function choiceInWords(words: string): Json | null {
  const labelled = labelledChoice(words);
  if (labelled !== null) return { choice: labelled };
  const named = [...words.matchAll(NAMED)].map(([, number]) => Number(number));
  const meant = choiceAtStart(words) ?? choiceNamed(words);
  const isSure = named.every((number) => number === meant) || isChosenOverOthers(words);
  return meant !== null && isSure ? { choice: meant } : null;
}

/** The rest of one sentence, in which a point may stand within a number. */
const OVER = new RegExp(
  `^[*_]{0,3}(?:\\s?[:;–—]\\s|,? (?:${REASON}|(?:as (?:it|this)|not|while|whereas)\\b))(?:[^.!?\\n]|\\.(?=\\d))*[.!?]?\\s*$`,
  'i',
);
/** In a reason it may not be said of another one too. */
const AS_GOOD = new RegExp(`${PROPOSAL}\\W{0,4} (?:${HELPS}|is as (?:good|helpful|useful)|too|as well)\\b`, 'giu');

/** `**Choice:** Proposal 1` on a line, where the sentences around it say the same of no other one. */
function labelledChoice(words: string): number | null {
  const label = behindLineLabel(words, 'choice|vote|answer', '(?:(?:candidate|proposal|option) )?#?(\\d+)');
  const choice = Number(label?.said);
  const isOther = [...words.matchAll(AS_GOOD)].some(([, number]) => Number(number) !== choice);
  return label === null || isOther ? null : choice;
}

/** `I would choose Proposal 2, since Proposal 1 found nothing.`, which is all that is said. */
function isChosenOverOthers(words: string): boolean {
  const [chosen] = CHOSEN.exec(words) ?? [];
  if (chosen === undefined) return false;
  const behind = words.slice(words.indexOf(chosen) + chosen.length);
  return OVER.test(behind) && behind.search(AS_GOOD) < 0;
}

function choiceAtStart(words: string): number | null {
  const { text } = withoutLabel(words, ['(?:my |the |best )?(?:choice|vote)', '(?:final )?answer']);
  const [whole = '', labelled = '', number = ''] =
    /^[^\p{L}\p{N}-]*((?:candidate|proposal|option)\s*)?#?(\d+)/iu.exec(text) ?? [];
  const behind = text.slice(whole.length);
  if (number === '' || !ENDS.test(behind)) return null;
  // "1. …" may begin a list.
  const isAlone = labelled !== '' || text !== words.trim() || /^[^\p{L}\p{N}]*$/u.test(behind);
  return isAlone ? Number(number) : null;
}

function choiceNamed(words: string): number | null {
  const chosen = CHOSEN.exec(words);
  const number = chosen?.[1] ?? chosen?.[2] ?? chosen?.[3] ?? LAST.exec(words.slice(-LONGEST_END))?.[1];
  return number === undefined ? null : Number(number);
}
