/** @file Titles of films as MovieLens writes them: `Matrix, The (1999)`. */

import { plainName } from '../../core/text/visible-text.ts';

/** What a written title says. */
interface ParsedTitle {
  /** Without the year, with its article in front: `The Matrix`. */
  readonly title: string;
  /** The first year of a range; null where there is none. */
  readonly year: number | null;
  /** True where an article was moved. */
  readonly changed: boolean;
}

// The end of `Black Mirror (2006–2007)`, `Cosmos (2014– )`, `The Land Before Time III (1995) (V)`.
const YEAR = /\((\d{4})(?:\s*[-–]\s*(?:\d{4})?)?\s*\)(?:\s*\(V\))?$/;
// English, French, Italian, Spanish, Portuguese, German, Dutch and Scandinavian articles that stand last in the sources.
const ARTICLES =
  "The|A|An|Le|La|Les|L'|Un|Une|Il|Lo|I|Gli|Una|El|Los|Las|O|Os|As|Der|Die|Das|Ein|Eine|De|Het|Een|Den|Det|En|Ett|Da";
// The title, and each original title in brackets after it.
const LAST_ARTICLE = new RegExp(`(^|\\()([^()]+), (${ARTICLES})(?=\\s*(?:\\(|\\)|$))`, 'g');

/** Takes a written title apart. */
export function parseTitle(written: string): ParsedTitle {
  const trimmed = plainName(written);
  const year = YEAR.exec(trimmed);
  // A title that is nothing but a year in brackets stays as it is.
  const named = year === null || year.index === 0 ? trimmed : trimmed.slice(0, year.index).trimEnd();
  const title = named.replace(LAST_ARTICLE, (_match, before: string, name: string, article: string) =>
    article.endsWith("'") ? `${before}${article}${name}` : `${before}${article} ${name}`,
  );
  return { title, year: year === null ? null : Number(year[1]), changed: title !== named };
}
