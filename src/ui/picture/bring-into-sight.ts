/** @file Groups of a picture, brought into sight. */

/** Scrolls to the first shape of a group of an SVG: Firefox scrolls to no group, neither when asked to nor where one has the focus. */
export function bringIntoSight(group: Element | null | undefined, block: 'nearest' | 'center' = 'nearest'): void {
  const shape = group?.querySelector('rect, circle, text') ?? group;
  shape?.scrollIntoView({ block, inline: 'nearest' });
}
