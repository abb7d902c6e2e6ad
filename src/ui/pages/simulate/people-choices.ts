/** @file Simulated people as a field offers them. */

/** Each by their place in the list, with their name and their age where they have one. */
export const peopleChoices = (
  people: readonly { readonly name: string; readonly age: number | null }[],
): readonly (readonly [at: string, title: string])[] =>
  people.map(({ name, age }, at) => [String(at), age === null ? name : `${name}, ${age}`]);
