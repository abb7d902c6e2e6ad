/**
 * @file Reads a description of a person: what it likes and dislikes, what it thinks of everything else, and how it rates in
 * general. Rules over English, no language model. docs/raters.md says what they can and cannot read.
 */
import {
  clausesOf,
  plainText,
  attitudeAt,
  plain,
  rated,
  type Attitude,
  type Scope,
  type Span,
  findRatings,
  temperOf,
} from './govern.ts';
import { findCues } from './cues.ts';
import { findMentions, type Mention } from './topics.ts';

export interface DescriptionReading {
  readonly topics: ReadonlyMap<string, Attitude>;
  /** Of everything that it does not name, where it says so (`hates everything else`); else null. */
  readonly others: Attitude | null;
  /** The share of the scale at which the person rates whatever comes, 0–1; null where it says nothing of the kind. */
  readonly habit: number | null;
  /** The attitude to a name or a phrase that the text mentions; null where it does not, or says nothing of it. */
  attitudeTo(phrase: string): Attitude | null;
  readonly words: ReadonlySet<string>;
}

const MEDIA =
  /\b(?:movies?|films?|genres?|cinema\w*|watch\w*|books?|read\w*|novels?|categor(?:y|ies)|literature|literary|stor(?:y|ies)|series|shows?|comed(?:y|ies)|thrillers?|dramas?|documentar(?:y|ies)|westerns|musicals|rom-?coms?|cartoons?|anime|manga|comics|memoirs?|biograph(?:y|ies)|poetry|poems|cookbooks?|paperbacks?|whodunn?its?|devour\w*|ratings?|rates?)\b/;
// "Anything" is everything only where no word narrows it down: "anything slow" is not.
const EVERYTHING =
  /\b(?:every(?: single)?|all|any|each|most)(?: (?:of|the|single|other|possible|kinds? of|sorts? of|types? of|his|her|these|those))* (?:movies?|films?|books?|novels?|genres?|categor(?:y|ies)|items?|titles?|stor(?:y|ies)|works?|one)\b(?! (?:with|by|starring|featuring|about|set)\b)|\b(?:(?:everything|anything)(?! (?!(?:he|she|they|it|except\w*|other|apart|aside|besides|unless|save|excluding|outside|but|that (?!has|stars|features)|which|on|in|at|of|to|as|and|or|is|gets|deserves|an?|one|two|three|four|five|six|seven|eight|nine|ten|zero|very|just|equally|alike|poorly|badly|highly|low|high|well|harshly|generously|strictly|the|between|around|below|above|under|over|put|available|offered)\b)[a-z])|whatever (?:he|she|they))\b|\b(?:movies?|films?|books?) (?:in general|of (?:any|all|every) (?:kinds?|sorts?|types?|genres?))|\ba (?:movie|film|book)s?(?=,? (?:that|which) (?:is|are)(?:n't| not))/g;
const OTHERS =
  /\b(?:(?:all|any|every|most|the)(?: of)?(?: the)? (?:others?|rest)|(?:every|any)(?:thing)? else|(?:all|any|every)? ?other(?: (?:kinds?|types?|sorts?)(?: of)?)? (?:movies?|films?|books?|genres?|categor(?:y|ies)|stor(?:y|ies)|novels?|works?|topics?)|the remaining \w+|others)\b/g;
const EXCEPT =
  /\b(?:except(?:ing|ion of)?(?: for)?|other than|apart from|aside from|besides|unless(?: (?:it is|it's|they are|it's an?|it is an?))?|save for|excluding|outside(?: of)?|(?:that|which) (?:is|are|does)(?:n't| not)|that fall outside|non-)/;
const ONLY = /\b(?:only|exclusively|solely|strictly|purely)\b(?! (?:a (?:few|little|bit)|occasionally|sometimes))/;
const ALWAYS =
  /\b(?:always|consistently|every|everything|all|each|any|anything|never|only|regardless|no matter|whatever|invariably|usually|tends? to|known for|without exception|constantly|habitually|often|generally|gives?|rates?|awards?|assigns?|as high as (?:he|she|they))\b/;
const PRONOUN = /\b(?:them|these|those|it|such (?:movies|films|books)|this genre|they)\b/;

const STOP = new Set(
  'about above after again also always because been before being between both could does doing during each enjoy enjoys every film films finds from further genre genres have having hers herself himself into itself just like likes love loves more most movie movies much only other over person same self series should some such than that their them then there these they thing things this those through time under until very watch watches watching well were what when where which while with world would year years your book books read reads reading story stories good great free really favorite favourite spends loving'.split(
    ' ',
  ),
);

class Reader {
  readonly topics = new Map<string, Attitude>();
  readonly words = new Set<string>();
  readonly scopes: Scope[] = [];
  others: Attitude | null = null;
  habit: number | null = null;
  private pending: readonly string[] = [];
  readonly top: number;

  constructor(top: number) {
    this.top = top;
  }

  readSentence(clauses: readonly string[]): void {
    const isAboutMedia = clauses.some((clause) => MEDIA.test(clause));
    for (const clause of clauses) this.readClause(clause, isAboutMedia);
  }

  private readClause(clause: string, isAboutMedia: boolean): void {
    const found = findMentions(clause);
    const isList = found.filter(({ isAmbiguous }) => !isAmbiguous).length > 1;
    const mentions = found.filter(({ isAmbiguous }) => !isAmbiguous || isList || MEDIA.test(clause));
    const ratings = findRatings(clause, this.top);
    const cues = findCues(clause, [...mentions, ...ratings]);
    const general = spansOf(clause, EVERYTHING);
    const rest = spansOf(clause, OTHERS);
    const scope: Scope = { clause, mentions, cues, ratings, general: [...general, ...rest], isAboutMedia };
    this.scopes.push(scope);
    const exception = exceptionIn(clause, [...general, ...rest]);
    const isOnly = ONLY.test(clause);
    const judged = mentions.map((mention) => ({
      mention,
      attitude: attitudeAt(scope, mention),
      isExcepted: exception !== null && mention.start >= exception,
    }));
    for (const { mention, attitude, isExcepted } of judged) {
      if (attitude === null) continue;
      this.judge(mention, isExcepted ? opposite(attitude) : isOnly && attitude.value > 0 ? sure(attitude) : attitude);
    }
    const named = judged.filter(({ isExcepted }) => !isExcepted);
    this.readGeneral(scope, [...rest, ...(exception === null ? [] : general)], rest.length > 0 || exception !== null);
    if (isOnly) this.readOnly(named.map(({ attitude }) => attitude));
    if (mentions.length === 0) this.readHabit(scope, general, rest.length > 0);
    this.readPronoun(scope, judged.length === 0);
    if (judged.length > 0) {
      this.pending = judged.filter(({ attitude }) => attitude === null).flatMap(({ mention }) => mention.topics);
    }
    if (!cues.some(({ value }) => value < 0)) this.collect(clause);
  }

  private judge({ topics }: Mention, attitude: Attitude): void {
    for (const topic of topics) {
      const before = this.topics.get(topic);
      const isStronger = before === undefined || weightOf(attitude) >= weightOf(before);
      if (isStronger) this.topics.set(topic, attitude);
    }
  }

  private readGeneral(scope: Scope, spans: readonly Span[], isMeant: boolean): void {
    if (!isMeant) return;
    for (const span of spans) {
      const attitude = attitudeAt(scope, span);
      if (attitude !== null) this.others = attitude;
    }
  }

  /** `Only watches westerns` says what is thought of all else, too. */
  private readOnly(attitudes: readonly (Attitude | null)[]): void {
    const strongest = attitudes.find((attitude) => attitude !== null);
    if (strongest === undefined || strongest === null || this.others !== null) return;
    this.others = strongest.value > 0 ? { value: -0.75, share: null } : { value: 0.3, share: null };
  }

  private readHabit(scope: Scope, general: readonly Span[], isOfOthers: boolean): void {
    const temper = temperOf(scope.clause);
    if (temper !== null) this.habit = temper;
    if (isOfOthers) return;
    const [rating] = scope.ratings;
    if (rating !== undefined && ALWAYS.test(scope.clause)) {
      if (PRONOUN.test(scope.clause) && this.pending.length > 0) return;
      this.habit = rating.share;
      return;
    }
    for (const span of general) {
      const attitude = attitudeAt(scope, span);
      if (attitude === null) continue;
      if (attitude.value >= 0.95 || attitude.value <= -0.8) this.habit = attitude.value > 0 ? 0.9 : 0.1;
      else this.others ??= { value: attitude.value * 0.3, share: null };
    }
  }

  private readPronoun(scope: Scope, isFree: boolean): void {
    if (!isFree || this.pending.length === 0 || !PRONOUN.test(scope.clause)) return;
    const cue = scope.cues.find(({ value }) => value !== 0);
    const [rating] = scope.ratings;
    const attitude = rating !== undefined ? rated(rating.share) : cue !== undefined ? plain(cue.value) : null;
    if (attitude === null) return;
    for (const topic of this.pending) if (!this.topics.has(topic)) this.topics.set(topic, attitude);
    this.pending = [];
  }

  private collect(clause: string): void {
    for (const word of clause.match(/[a-z]{4,}/g) ?? []) if (!STOP.has(word)) this.words.add(stemOf(word));
  }
}

const opposite = ({ value, share }: Attitude): Attitude => ({
  value: -value,
  share: share === null ? null : 1 - share,
});
const sure = ({ share }: Attitude): Attitude => ({ value: 1, share });
const weightOf = ({ value, share }: Attitude): number => Math.abs(value) + (share === null ? 0 : 1);

function spansOf(clause: string, pattern: RegExp): readonly Span[] {
  return [...clause.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function exceptionIn(clause: string, spans: readonly Span[]): number | null {
  for (const { end } of spans) {
    const match = EXCEPT.exec(clause.slice(end - 1));
    if (match !== null) return end - 1 + match.index;
  }
  return null;
}

export function stemOf(word: string): string {
  return word.replace(/(?:ies|ing|ers|er|es|ed|s)$/, '').slice(0, 8);
}

/** Reads a description. @param kind what ratings without a scale are on: 10 for films, 5 for books */
export function readDescription(description: string, kind: 'film' | 'book'): DescriptionReading {
  const reader = new Reader(kind === 'film' ? 10 : 5);
  const told = description.slice(0, MOST_CHARACTERS);
  for (const sentence of clausesOf(told)) reader.readSentence(sentence);
  const text = ` ${plainText(told).replace(NO_WORD, ' ')} `;
  const asked = new Map<string, Attitude | null>();
  return {
    topics: reader.topics,
    others: reader.others,
    habit: reader.habit,
    words: reader.words,
    attitudeTo(phrase) {
      const known = asked.get(phrase);
      if (known !== undefined) return known;
      const wanted = plainText(phrase);
      const loose = wanted.replace(NO_WORD, ' ').trim();
      const isThere = loose.length >= 3 && text.includes(` ${loose} `);
      const found = isThere ? attitudeToWords(reader.scopes, wanted) : null;
      asked.set(phrase, found);
      return found;
    },
  };
}

const MOST_CHARACTERS = 8000;
const NO_WORD = /[^\p{L}\p{N}]+/gu;

function attitudeToWords(scopes: readonly Scope[], wanted: string): Attitude | null {
  for (const scope of scopes) {
    const start = scope.clause.indexOf(wanted);
    if (start < 0) continue;
    const place = { start, end: start + wanted.length };
    const isApart = (other: Span): boolean => other.end <= place.start || other.start >= place.end;
    const attitude = attitudeAt(
      { ...scope, isAboutMedia: true, mentions: scope.mentions.filter(isApart), cues: scope.cues.filter(isApart) },
      place,
    );
    if (attitude !== null) return attitude;
  }
  return null;
}
