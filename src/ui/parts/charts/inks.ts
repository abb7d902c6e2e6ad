/** @file Colours that tell the lines, bars and dots of a chart apart beside their names, in both themes. */

const INKS = ['--leaf', '--sky', '--plum', '--ochre', '--rose', '--clay', '--ink', '--soft', '--faint'] as const;

/** The colours, in their order, as a chart’s scale takes them. */
export const INK_RANGE: readonly string[] = INKS.map((ink) => `var(${ink})`);

/** The colour of what stands at a place. */
export const inkOf = (at: number): string => INK_RANGE[at % INK_RANGE.length] ?? 'var(--ink)';
