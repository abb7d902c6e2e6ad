/**
 * @file The page under test, in its own size. Vitest scales the frame that it is in, by 1 where the window is large enough, and Playwright
 * finds nothing to click in a frame of Firefox that is transformed at all.
 */
const style = parent.document.createElement('style');
style.textContent = '[data-scale="1"] { transform: none !important; }';
parent.document.head.append(style);
