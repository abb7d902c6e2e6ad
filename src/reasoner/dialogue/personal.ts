/** @file What is known of the person in a plan, and plans of recommendation put together. */
import type { CatalogueOutline, Condition, DialoguePlan, DialogueView } from '../../core/dialogue.ts';
import { stepsOf, type Draft } from './draft.ts';
import { once } from './once.ts';

/** Leaves titles out. */
export const withoutSeen = (draft: Draft, titles: readonly string[]): Draft => ({
  ...draft,
  conditions: [...draft.conditions, { attribute: 'title', not: once(titles) }],
});

/** "I like comedies and westerns": each of them will do. */
export function likedTogether(conditions: readonly Condition[], liked: readonly string[]): readonly Condition[] {
  const isLiked = ({ attribute, is }: Condition): boolean =>
    is?.every((value) => liked.includes(`${attribute}: ${value}`)) ?? false;
  const attributes = new Set(conditions.filter(isLiked).map(({ attribute }) => attribute));
  const others = conditions.filter((one) => !isLiked(one));
  const together = [...attributes].map((attribute) => ({
    attribute,
    is: once(conditions.filter((one) => isLiked(one) && one.attribute === attribute).flatMap(({ is = [] }) => is)),
  }));
  return [...together, ...others];
}

/** Adds what is known of the person: liked and disliked titles, and values where the request leaves them open. */
export function withProfile(
  draft: Draft,
  { profile, catalogue }: DialogueView,
  { values }: { readonly values: boolean },
): Draft {
  const named = (side: 'is' | 'not'): ReadonlySet<string> =>
    new Set(draft.conditions.flatMap((one) => (one[side] ?? []).map((value) => `${one.attribute}: ${value}`)));
  const [asked, refused] = [named('is'), named('not')];
  const avoided = profile.dislike.values
    .filter((value) => !asked.has(value))
    .map(entryOf)
    .map(({ attribute, value }) => ({ attribute, not: [value] }));
  // What they like in general gives way to what they do not want now.
  const liked = profile.like.values.filter((value) => !refused.has(value));
  const isOpen =
    values && draft.seeds.length + draft.topics.length === 0 && !draft.conditions.some(({ is }) => is !== undefined);
  const taste = isOpen ? likedValues(knownValues(liked, catalogue)) : [];
  return {
    ...draft,
    conditions: [...taste, ...draft.conditions, ...avoided],
    prefer: once([...draft.prefer, ...profile.like.titles]).slice(-30),
    unwanted: once([...draft.unwanted, ...profile.dislike.titles]).slice(-30),
  };
}

/** The attribute and the value of `genre: Comedy`. */
export function entryOf(entry: string): { readonly attribute: string; readonly value: string } {
  const at = entry.indexOf(': ');
  return { attribute: entry.slice(0, at), value: entry.slice(at + 2) };
}

/** Values that the catalogue has, as far as it lists them: what it does not have puts nothing in order. */
export function knownValues(values: readonly string[], { attributes }: CatalogueOutline): readonly string[] {
  return values.filter((entry) => {
    const { attribute, value } = entryOf(entry);
    const listed = attributes.find(({ name }) => name === attribute)?.values ?? [];
    return listed.length === 0 || listed.includes(value);
  });
}

/** Liked genres, or where there are none liked people or tags: any of them will do. */
function likedValues(values: readonly string[]): readonly Condition[] {
  const all = values.map(entryOf);
  const { attribute } = all.find((one) => one.attribute === 'genre') ?? all.at(-1) ?? {};
  const is = all.flatMap((one) => (one.attribute === attribute ? one.value : []));
  return attribute === undefined ? [] : [{ attribute, is }];
}

/** What is said of words that a plan leaves aside. */
export function notUnderstood(parts: readonly string[]): readonly string[] {
  const quoted = parts.slice(0, 3).map((part) => `"${part.slice(0, 60)}"`);
  return quoted.length === 0 ? [] : [`I did not understand ${quoted.join(' and ')} and left it aside.`];
}

/** The plan of a draft, with what is to be said of how it was read. */
export function recommend(
  view: DialogueView,
  draft: Draft,
  notes: readonly string[],
  leftovers: readonly string[],
): DialoguePlan {
  const personal = withProfile(draft, view, { values: true });
  const added = personal.conditions.filter((one) => !draft.conditions.includes(one));
  const told = view.turns.at(-1)?.reply ?? '';
  const because = added
    .map(({ attribute, is, not }) =>
      is === undefined
        ? `Without ${attribute} ${(not ?? []).join(', ')}, which you do not like.`
        : `Of ${attribute} ${is.join(' or ')}, since you like that.`,
    )
    .filter((one) => !told.includes(one));
  const over = draft.count !== null && draft.count > 20 ? ['I name 20 at most.'] : [];
  const reply = [...notes, ...because, ...over, ...notUnderstood(leftovers)].join(' ');
  return { intent: 'recommend', steps: stepsOf(personal), reply };
}
