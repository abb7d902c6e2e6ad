/** @file Titles in a message: where they begin and end, and what is said of them. */
import type { Mention } from '../../core/dialogue.ts';
import { COMPANY, GENRE_WORDS, isSeries, NOUN, ORDINAL } from './lexicon.ts';
import type { Scan } from './scan.ts';

export interface WrittenTitle {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the catalogue has an item written so. */
  readonly isKnown: boolean;
}

const QUOTED = /^(?:"([^"]{1,200})"|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}]))/u;
const LEADING =
  /^(?:\s+|,|\(?[a-h1-9][).]\s+(?=\S)|both\s|either\s|the (?:film|movie|original)\s+(?=["'\p{Lu}])|films? like |movies? like )+/iu;
const SEPARATOR =
  /^(?:[!?.]?\s*(?:[,;|/\n]|\bvs\.?(?=\s)|\bversus\b)\s*(?:(?:and|or|&)\s+)?|\s+(?:and(?: also| maybe| then)?|or(?: maybe| even)?|&|plus|as well as|nor)\s+|\s*[-•*]\s+|\s+(?=\(?[b-h2-9][).]\s))/iu;
/** What ends a title that the catalogue does not know. */
const END =
  /\s*(?:[,;?!\n|"]|\.(?=\s|$)|:(?=\s)|(?<=\s)-(?=\s)|$|(?<=\s)(?:and|or|but|please|pls|from|released|made|that|which|who|with|without|only|any|for|because|since|except|though|not|no|if|so|vs|versus|i|can|could|do|what|where|is|are|was|were|too|instead|tonight|then|starring|directed|in terms|as well|this|more|preferably|ideally)(?=\s|[.,;?!]|$))/iu;
/** What begins something other than a title. */
const REFERENCE = new RegExp(
  `^(?:it|its|me|us|hate|hated|love|loved|like|liked|dislike|disliked|enjoy|enjoyed|want|wants|likes|loves|hates|wanted|watch|would|prefer|need|that|this|those|these|them|they|there|if|one|something|anything|everything|nothing|someone|my|your|i|i'm|i've|you|we|he|she|to|a|an|some|any|more|less|not|no|only|but|exclude|excluding|except|avoid|leave|skip|nothing|also|from|after|before|since|released|made|with|without|please|can|could|would|what|which|when|who|how|why|then|now|newer|older|in|on|at|by|for|recommend|suggest|give|show|the (?:${ORDINAL})|the (?:one|ones|same|other|others|last|year|director|film|movie|90s|80s|70s|60s|nineties|eighties)|${NOUN})(?![\\p{L}\\p{N}'])`,
  'iu',
);
/** Words in capitals, one after the other, are a name whatever they begin with: "When Harry Met Sally". */
const NAME_IN_CAPITALS = /^\p{Lu}[\p{L}'’]*(?:\s+\p{Lu}[\p{L}'’]+){2,}/u;
const YEAR_IN_BRACKETS = /^\s*\(\s*(\d{4})\s*\)/u;
const YEAR_AFTER = /^,?\s+(?:(?:from|of)\s+)?(\d{4})(?=\s*(?:[,.;!?]|$|and\s|or\s))/iu;

const isGenre = (text: string): boolean =>
  GENRE_WORDS.some(({ pattern }) => {
    const found = pattern.exec(text);
    return (
      found !== null &&
      text.slice(0, found.index).trim() === '' &&
      /^\s*(?:films?|movies?|ones?)?\s*$/u.test(text.slice(found.index + found[0].length))
    );
  });

/** Finds titles in one message. */
export class TitleReader {
  private readonly scan: Scan;
  private readonly mentions: ReadonlyMap<number, Mention>;
  private readonly all: readonly Mention[];
  private readonly valued: readonly Mention[];

  constructor(scan: Scan, named: readonly Mention[]) {
    this.scan = scan;
    // A series is called as its first item is.
    const mentions = named.map((mention) => ({
      ...mention,
      values: mention.values.filter(({ attribute }) => attribute !== 'series'),
    }));
    this.valued = mentions.filter(({ values }) =>
      values.some(({ attribute, isPart }) => !isPart || !COMPANY.test(attribute)),
    );
    this.all = mentions.filter(({ titles }) => titles.length > 0);
    this.mentions = new Map(this.all.map((mention) => [mention.start, mention]));
  }

  /**
   * Reads a list of titles from a position on: `Alien, The Matrix and Heat (1995)`.
   * @param options.knownOnly where true, only titles that the catalogue has
   */
  list(start: number, options: { readonly knownOnly?: boolean; readonly until?: number } = {}): WrittenTitle[] {
    const { knownOnly = false, until = this.scan.text.length } = options;
    const found: WrittenTitle[] = [];
    let at = start;
    while (at < until) {
      at += LEADING.exec(this.scan.text.slice(at, until))?.[0].length ?? 0;
      // "Of Titanic and Heat", but "Of Mice and Men".
      if (!this.mentions.has(at)) at += /^of\s+(?=["'\p{Lu}])/iu.exec(this.scan.text.slice(at, until))?.[0].length ?? 0;
      const title = this.one(at, until, { knownOnly, isFirst: found.length === 0 });
      if (title === null) break;
      found.push(title);
      const separator = SEPARATOR.exec(this.scan.text.slice(title.end, until));
      if (separator === null) break;
      at = title.end + separator[0].length;
    }
    return found;
  }

  /** Titles that are written so plainly that they must be meant: quoted, with a year, or of several words in capitals. */
  plain(): WrittenTitle[] {
    const { text } = this.scan;
    const quoted = [...text.matchAll(/"([^"]{1,200})"/gu)].flatMap((match) =>
      this.scan.isFree(match.index, match.index + match[0].length) &&
      (/[\p{Lu}\d]/u.test(match[1] ?? '') || this.mentions.has(match.index + 1))
        ? [{ text: match[1] ?? '', start: match.index, end: match.index + match[0].length, isKnown: true }]
        : [],
    );
    const named: WrittenTitle[] = [];
    let last = 0;
    for (const mention of this.all) {
      if (mention.start < last || !this.scan.isFree(mention.start, mention.end)) continue;
      if (quoted.some(({ start, end }) => mention.start < end && mention.end > start)) continue;
      if (!this.isPlain(mention)) continue;
      const title = this.withYear(mention);
      named.push(title);
      last = title.end;
    }
    return [...quoted, ...named].sort((a, b) => a.start - b.start);
  }

  private isPlain(mention: Mention): boolean {
    const { text } = this.scan;
    const written = text.slice(mention.start, mention.end);
    if (YEAR_IN_BRACKETS.test(text.slice(mention.end))) return true;
    if (mention.values.length > 0 || isGenre(written.toLowerCase())) return false;
    if (/^[\d\s]+$/u.test(written) || isSeries(text.slice(0, mention.start), text.slice(mention.end))) return false;
    const words = written.split(/\s+/u);
    const capitals = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word)).length;
    const small = words.filter((word) =>
      /^(?:the|a|an|of|and|in|on|to|for|at|is|with|&|from|by|la|le|de)$/u.test(word),
    ).length;
    // "Julia Roberts" is nobody's title.
    if (
      words.length === 1 &&
      /\p{Lu}[\p{L}'’]+ $/u.test(text.slice(0, mention.start)) &&
      !/(?:^|[.!?] )\p{L}+ $/u.test(text.slice(0, mention.start))
    )
      return false;
    const isStart = mention.start === 0 || /[.!?]\s*$/u.test(text.slice(0, mention.start));
    if (words.length === 1) {
      const isOfName = /^\s+\p{Lu}\p{Ll}/u.test(text.slice(mention.end)) && !/[.,;!?]$/u.test(written);
      const isAllCapitals = /^\p{Lu}{2,}$/u.test(written) && /^\W*\p{Lu}{2,}/u.test(text.slice(mention.end));
      return (
        !isOfName &&
        !isAllCapitals &&
        capitals === 1 &&
        // "Titanic is boring", and not "Funny films".
        (!isStart || /^\s+(?:is|was)\s/iu.test(text.slice(mention.end))) &&
        written.length > 2 &&
        !/^(?:I|Can|What|Which|Who|When|Any|Some|Please|English|French|Hollywood|Netflix|TV|Christmas|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u.test(
          written,
        )
      );
    }
    return capitals + small === words.length && capitals > 0 ? !isStart || capitals > 1 : words.length >= 4;
  }

  private one(
    start: number,
    until: number,
    { knownOnly, isFirst }: { readonly knownOnly: boolean; readonly isFirst: boolean },
  ): WrittenTitle | null {
    const { text } = this.scan;
    const tail = text.slice(start, until);
    if (tail.trim() === '' || !this.scan.isFree(start, Math.min(until, start + 1))) return null;
    const quoted = QUOTED.exec(tail);
    if (quoted !== null) {
      const year = YEAR_IN_BRACKETS.exec(tail.slice(quoted[0].length));
      const name = `${quoted[1] ?? quoted[2] ?? ''}${year === null ? '' : ` (${year[1] ?? ''})`}`;
      return { text: name, start, end: start + quoted[0].length + (year?.[0].length ?? 0), isKnown: true };
    }
    const mention = this.mentions.get(start);
    if (mention !== undefined && mention.end <= until && this.isMeant(mention, isFirst)) return this.withYear(mention);
    if (knownOnly || (REFERENCE.test(tail) && !(start > 0 && NAME_IN_CAPITALS.test(tail)))) return null;
    const length = END.exec(tail)?.index ?? tail.length;
    const written = tail.slice(0, length).trim();
    if (written.length < 2 || isGenre(written.toLowerCase()) || this.isValue(start, start + written.length))
      return null;
    if (
      /^\d{4}$/u.test(written) ||
      (new RegExp(`(?:^|\\s)${NOUN}$`, 'iu').test(written) && !/\s\p{Lu}\S*$/u.test(written))
    )
      return null;
    const end = start + length;
    const year = YEAR_IN_BRACKETS.exec(text.slice(end, until));
    return {
      text: `${written}${year === null ? '' : ` (${year[1] ?? ''})`}`,
      start,
      end: end + (year?.[0].length ?? 0),
      isKnown: false,
    };
  }

  /** A genre or another value, and no title, though a film may be called so. */
  private isValue(start: number, end: number): boolean {
    return this.valued.some((mention) => mention.start === start && mention.end === end);
  }

  /** A single common word in the middle of a list of wishes is rather a word than a title. */
  private isMeant(mention: Mention, isFirst: boolean): boolean {
    const written = this.scan.text.slice(mention.start, mention.end);
    const small = written.toLowerCase();
    if (YEAR_IN_BRACKETS.test(this.scan.text.slice(mention.end))) return true;
    if (isGenre(small) || /^(?:19|20)\d0s$/u.test(small)) return false;
    if (REFERENCE.test(small) && /^(?:the (?:one|same|others?|last|first))/u.test(small) && !/\s\p{Lu}/u.test(written))
      return false;
    if (/\s/u.test(written.trim())) return !new RegExp(`^(?:the )?${ORDINAL}(?: one)?$`, 'u').test(small);
    if (REFERENCE.test(small)) return /^\p{Lu}/u.test(written) && !isFirst;
    if (/^(?:19|20)\d\d$/u.test(small)) return isFirst;
    const next = this.scan.text.slice(mention.end);
    // "like old films": a lower-case word before a noun describes it.
    if (/^\p{Ll}/u.test(written) && new RegExp(`^[ -]+(?:[\\p{L}-]+\\s+)?${NOUN}(?!\\p{L})`, 'iu').test(next))
      return false;
    return mention.values.length === 0 || /^\p{Lu}/u.test(written) || isFirst;
  }

  private withYear({ start, end, titles }: Mention): WrittenTitle {
    const { text } = this.scan;
    const tail = text.slice(end);
    const year = YEAR_IN_BRACKETS.exec(tail) ?? (titles.length > 1 ? YEAR_AFTER.exec(tail) : null);
    const name = text.slice(start, end).replace(/['’]s$/u, '');
    return {
      text: `${name}${year === null ? '' : ` (${year[1] ?? ''})`}`,
      start,
      end: end + (year?.[0].length ?? 0),
      isKnown: true,
    };
  }
}
