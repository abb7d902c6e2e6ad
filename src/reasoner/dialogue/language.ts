/** @file Whether a message is in a language that the rules do not read. */

const LATIN = /\p{Script=Latin}/gu;
const LETTERS = /\p{L}/gu;
/** Frequent words of German, French, Spanish, Italian, Portuguese and Dutch, but for those that English has too. */
const FOREIGN = new Set(
  (
    'ich suche einen eine ein mir bitte filme und nicht der das aus für über zeig empfiehl kannst ist gibt ' +
    'je voudrais veux cherche une les avec pour sur moi vous pouvez quel quels est sont pas dans et ' +
    'quiero busco una por favor películas película peliculas para con del qué como muy ' +
    'vorrei cerco uno gli favore che sono della più ' +
    'quero procuro uma filmes por não com ' +
    'ik zoek een het graag voor niet wil'
  ).split(' '),
);
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
  return foreign.length >= 2 && foreign.length >= words.length / 4;
}
