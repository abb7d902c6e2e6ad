/** @file Colours that tell policies apart beside their names, in both themes. */

const INKS = ['--leaf', '--sky', '--plum', '--ochre', '--rose', '--clay', '--ink', '--soft', '--faint'] as const;

/** The colour of the policy at a place. */
export const inkOf = (at: number): string => `var(${INKS[at % INKS.length] ?? '--ink'})`;
