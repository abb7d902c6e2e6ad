import type { Replay } from '../../picture/replay/replay.svelte.ts';

export interface PlanKeys {
  readonly replay: Replay;
  readonly closeDetail: () => void;
}

const KEYS: Readonly<Record<string, (page: PlanKeys) => void>> = {
  Escape: ({ closeDetail }) => closeDetail(),
  ',': ({ replay }) => replay.step(-1),
  '.': ({ replay }) => replay.step(1),
  p: ({ replay }) => replay.toggle(),
};

/** What a presenter's remote control sends; while all is shown these keys scroll. */
const PRESENTING: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 };

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
  const by = page.replay.isUnderWay ? PRESENTING[key] : undefined;
  if (by === undefined) return KEYS[key]?.(page);
  event.preventDefault();
  page.replay.step(by);
}
