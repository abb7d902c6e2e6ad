/**
 * @file Hides who wrote what: answers in a random order, equal ones once.
 */
import { shuffled, type Random } from '../../core/random.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** Answers without their subjects, and apart from them the key. */
export interface Blinded {
  /** Different answers, in a random order. */
  readonly texts: readonly string[];
  /** Whose each of them is: several where they answered alike. */
  readonly subjects: readonly (readonly string[])[];
  /** Those without an answer; they are not shown, and come last. */
  readonly silent: readonly string[];
}

/**
 * Blinds answers to one question.
 * @param answers by subject; null where it gave none. White space at the ends does not tell answers apart
 * @param random decides the order, and nothing else does
 */
export function blind(answers: ReadonlyMap<string, string | null>, random: Random): Blinded {
  const subjectsOf = new Map<string, string[]>();
  const silent: string[] = [];
  for (const [subject, answer] of answers) {
    const text = answer?.trim() ?? '';
    if (text === '') silent.push(subject);
    else subjectsOf.set(text, [...(subjectsOf.get(text) ?? []), subject]);
  }
  // Sorted first, so that the order of the subjects leaves no trace.
  const texts = shuffled([...subjectsOf.keys()].sort(), random);
  return { texts, subjects: texts.map((text) => subjectsOf.get(text) ?? []), silent };
}

/**
 * The places of subjects from the places of texts: those who answered alike share one, the silent ones come after all.
 * @param places of each text, from 1; equal ones are ties
 */
export function unblind({ subjects, silent }: Blinded, places: readonly number[]): Record<string, number> {
  const last = Math.max(0, largest(places)) + 1;
  return Object.fromEntries([
    ...subjects.flatMap((names, at) => names.map((name) => [name, places[at] ?? last] as const)),
    ...silent.map((name) => [name, last] as const),
  ]);
}
