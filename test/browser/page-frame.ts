/**
 * @file The frame of the page under test: in its own size, and never without the focus. Vitest scales it, by 1 where the window is large
 * enough, and Playwright finds nothing to click in a frame of Firefox that is transformed at all.
 */
const style = parent.document.createElement('style');
style.textContent = '[data-scale="1"] { transform: none !important; }';
parent.document.head.append(style);

/**
 * Tab past the end of the page comes back to it. From Firefox's own bars nothing would bring the focus back in the tests that follow, and
 * a field without the focus of its window is not changed by what is typed.
 */
const COMES_BACK = 'comes-back';
if (navigator.userAgent.includes('Firefox')) {
  for (const old of parent.document.querySelectorAll(`.${COMES_BACK}`)) old.remove();
  for (const where of ['afterbegin', 'beforeend'] as const) {
    const edge = parent.document.createElement('i');
    edge.className = COMES_BACK;
    edge.tabIndex = 0;
    edge.addEventListener('focus', () => (frameElement as HTMLElement).focus());
    parent.document.body.insertAdjacentElement(where, edge);
  }
}
