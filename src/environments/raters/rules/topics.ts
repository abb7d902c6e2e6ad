/**
 * @file The words by which people and catalogues name genres and categories. A phrase is a piece of a regular expression over
 * lower-case text; it may name several topics at once (`romantic comedies` are romances and comedies).
 */
import { ownValue } from '../../../core/json.ts';
import lexicon from './topics.json';

interface Phrase {
  readonly topics: readonly string[];
  readonly pattern: RegExp;
  /** True where the word often means something else (`family`, `house`): it counts only beside words of films or books. */
  readonly isAmbiguous: boolean;
}

export interface Mention {
  readonly topics: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly isAmbiguous: boolean;
}

/** A line has topics, a colon, phrases: two patterns, so that a text is searched few times. `~` before a phrase marks it as ambiguous. */
const PHRASES: readonly Phrase[] = lexicon.flatMap((line) => {
  const colon = line.indexOf(':');
  const topics = line.slice(0, colon).trim().split(' ');
  const phrases = line
    .slice(colon + 1)
    .split(';')
    .map((phrase) => phrase.trim())
    .sort((a, b) => b.length - a.length);
  return [false, true].flatMap((isAmbiguous) => {
    const sources = phrases.filter((phrase) => phrase.startsWith('~') === isAmbiguous);
    if (sources.length === 0) return [];
    const source = sources.map((phrase) => phrase.replace(/^~/, '')).join('|');
    return [{ topics, isAmbiguous, pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w])`, 'g') }];
  });
});

/** Where a text, in lower case, names topics: of overlapping places the longest, and all topics of places of one length. */
export function findMentions(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (const { topics, pattern, isAmbiguous } of PHRASES) {
    for (const match of text.matchAll(pattern)) {
      found.push({ topics, start: match.index, end: match.index + match[0].length, isAmbiguous });
    }
  }
  found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: Mention[] = [];
  for (const one of found) {
    const twin = kept.findIndex(({ start, end }) => start === one.start && end === one.end);
    const other = kept[twin];
    if (other !== undefined) kept[twin] = merged(other, one);
    else if (!kept.some(({ start, end }) => one.start < end && start < one.end)) kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function merged(one: Mention, other: Mention): Mention {
  return {
    ...one,
    topics: [...new Set([...one.topics, ...other.topics])],
    isAmbiguous: one.isAmbiguous && other.isAmbiguous,
  };
}

const BROADER: Readonly<Record<string, readonly string[]>> = {
  'true-crime': ['nonfiction'],
  autobiography: ['biography'],
  superhero: ['action'],
};

/** Books of these topics are made up; of other topics, facts. Films are neither. */
const FICTIONAL = new Set(
  'romance horror science-fiction fantasy mystery thriller crime adventure western fiction young-adult comics drama poetry'.split(
    ' ',
  ),
);

/**
 * The topics of a work's genres or categories, the most telling first. A label that no phrase names stands for itself.
 * @param labels as the catalogue writes them: `Science Fiction`, `Body, Mind & Spirit`
 */
export function topicsOfLabels(labels: readonly string[], kind: 'film' | 'book'): readonly string[] {
  const topics = labels.flatMap((label) => keptTopics(label.toLowerCase().trim(), kind));
  const isMadeUp = topics.some((topic) => FICTIONAL.has(topic));
  const side =
    kind === 'film' || topics.length === 0 ? [] : isMadeUp || topics.includes('children') ? [] : ['nonfiction'];
  return [...new Set([...topics, ...topics.flatMap((topic) => ownValue(BROADER, topic) ?? []), ...side])];
}

const KEPT = new Map<string, readonly string[]>();

function keptTopics(label: string, kind: 'film' | 'book'): readonly string[] {
  const key = `${kind} ${label}`;
  const kept = KEPT.get(key) ?? topicsOfLabel(label, kind);
  // Catalogues have few labels; a file of others must not fill the memory.
  if (KEPT.size < 5000) KEPT.set(key, kept);
  return kept;
}

function topicsOfLabel(label: string, kind: 'film' | 'book'): readonly string[] {
  if (label === '') return [];
  if (label.startsWith('juvenile nonfiction')) return ['children', 'nonfiction'];
  if (/^(?:juvenile fiction|children's stories)/.test(label)) return ['children', 'fiction'];
  if (label.startsWith('young adult fiction')) return ['young-adult', 'fiction'];
  const mentions = findMentions(label).flatMap(({ topics }) => topics);
  if (mentions.length === 0) return [label];
  const isStory = kind === 'book' && /\b(?:fiction|stories|tales|novels?)\b/.test(label);
  return isStory ? [...mentions, 'fiction'] : mentions;
}

const KNOWN = new Set(PHRASES.flatMap(({ topics }) => topics));

export function isKnownTopic(topic: string): boolean {
  return KNOWN.has(topic);
}
