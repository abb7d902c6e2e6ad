/** @file What stands in quotation marks is a title or a word that is meant as such: no rule reads words of a sentence in it. */

/** The text with spaces in place of what is quoted, so that all else stands where it stood. */
export const withoutQuotes = (text: string): string => text.replace(/"[^"]*"/gu, (quote) => ' '.repeat(quote.length));
