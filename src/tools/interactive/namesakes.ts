/** @file People of one surname: `King` is Stephen King where there is far more of him than of each other one. */

/** So many times as many items are far more. */
const FAR_MORE = 3;
const NAME_OF_PEOPLE = /director|actor|cast|writer|author|artist|composer|producer|creator/u;

/** Leaves only the best known where a name is a part of several people's. @param itemsOf how many items are of a person */
export function withoutNamesakes<Entry extends { readonly attribute: string; readonly isPart: boolean }>(
  names: Map<string, Entry[]>,
  itemsOf: (entry: Entry) => number,
): void {
  for (const [name, entries] of names) {
    const [first, second] = [...entries].sort((one, other) => itemsOf(other) - itemsOf(one));
    if (first === undefined || second === undefined) continue;
    const isSurname = entries.every(({ attribute, isPart }) => isPart && NAME_OF_PEOPLE.test(attribute));
    if (isSurname && itemsOf(first) >= FAR_MORE * itemsOf(second)) names.set(name, [first]);
  }
}
