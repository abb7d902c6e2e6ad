/** @file A lint rule: a doc comment that only repeats the name below it goes. */

const EMPTY = new Set('a an the of its it one as is are in to for by and that this all each'.split(' '));
const stem = (word) => word.replace(/(ies|es|s|ed|ing)$/, '');
const wordsOf = (name) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => stem(word.toLowerCase()));

/** True where the text has no word that the name has not. */
export function restates(text, name) {
  // A formula, a list or a tag says more.
  if (/[@`:]/.test(text)) return false;
  const said = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !EMPTY.has(word)).map(stem);
  const named = new Set(wordsOf(name));
  return said.length > 0 && said.every((word) => named.has(word));
}

const nameOf = (node) => node?.id?.name ?? node?.declarations?.[0]?.id?.name ?? null;

/** The rule, as a plugin. */
export const docComments = {
  rules: {
    'says-more': {
      meta: { type: 'suggestion', schema: [], messages: { restates: 'This repeats the name. Say more, or nothing.' } },
      create: (context) => ({
        'Program > :matches(ExportNamedDeclaration, FunctionDeclaration, ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration, VariableDeclaration)'(
          node,
        ) {
          const name = nameOf(node.declaration ?? node);
          const comment = context.sourceCode.getCommentsBefore(node).at(-1);
          if (name === null || comment?.type !== 'Block' || !comment.value.startsWith('*')) return;
          if (restates(comment.value, name)) context.report({ loc: comment.loc, messageId: 'restates' });
        },
      }),
    },
  },
};
