/** @file Whether a message is in a language that the rules do not read. */

const LATIN = /\p{Script=Latin}/gu;
const LETTERS = /\p{L}/gu;
/** Frequent words of German, French, Spanish, Italian, Portuguese and Dutch that are none of English. */
const FOREIGN = new Set(
  (
    'ich suche einen eine ein mir bitte filme und nicht der das aus den mit für über zeig empfiehl kannst du was ist gibt es ' +
    'je voudrais veux cherche un une des les avec pour sur moi vous pouvez quel quels est sont pas dans et du ' +
    'quiero busco una las los por favor películas película peliculas para con del qué que como muy el ' +
    'vorrei cerco uno gli per favore di che sono della più ' +
    'quero procuro um uma filmes os por não com ' +
    'ik zoek een het graag films voor niet van wil'
  ).split(' '),
);
/** Words that English has too. */
const SHARED = new Set('was es des films que di os van per las los el den mit du um un'.split(' '));

const ENGLISH =
  /(?<!\p{L})(?:the|i|like|want|something|anything|movies|with|and|recommend|what|which|who|when|please|give|show)(?!\p{L})/iu;

/** True where a message seems to be in a language other than English. */
export function isForeign(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters === 0) return false;
  if ((text.match(LATIN)?.length ?? 0) < letters / 2) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN.has(word));
  if (ENGLISH.test(text)) return false;
  return foreign.length >= 2 && foreign.length >= words.length / 4 && foreign.some((word) => !SHARED.has(word));
}
