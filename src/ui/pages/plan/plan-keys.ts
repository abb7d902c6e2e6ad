import type { Guide } from '../../picture/guide/guide.svelte.ts';
import type { Replay } from '../../picture/replay/replay.svelte.ts';

export interface PlanKeys {
  readonly replay: Replay;
  readonly guide: Guide;
  readonly covered: boolean;
  readonly closeDetail: () => void;
}

const KEYS: Readonly<Record<string, (page: PlanKeys) => void>> = {
  Escape: ({ covered, closeDetail, guide }) => {
    closeDetail();
    if (!covered && guide.isOpen) guide.close();
  },
  ',': ({ replay }) => replay.step(-1),
  '.': ({ replay }) => replay.step(1),
  p: ({ replay }) => replay.toggle(),
  g: ({ guide }) => guide.toggle(),
};

/** What a presenter's remote control sends; while there is no guide these keys scroll. */
const PRESENTING: Readonly<Record<string, (guide: Guide) => void>> = {
  PageDown: (guide) => guide.goTo(guide.index + 1),
  PageUp: (guide) => guide.goTo(guide.index - 1),
  Home: (guide) => guide.goTo(0),
  End: (guide) => guide.goTo(Infinity),
};

/** Editors have a root of their own, whose host is the event's target here. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}

export function pressed(event: KeyboardEvent, page: PlanKeys): void {
  const { key } = event;
  if (event.defaultPrevented || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const presenting = page.guide.isOpen ? PRESENTING[key] : undefined;
  if (presenting !== undefined) event.preventDefault();
  if (presenting !== undefined) presenting(page.guide);
  else KEYS[key]?.(page);
}
