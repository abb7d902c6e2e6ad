/** @file Watches how large an element is. */

/**
 * An attachment that tells the size of its element, a frame later: what a size changes may change the size again, and within
 * one frame the browser gives up on that with an error.
 */
export function observeSize(tell: (width: number, height: number) => void): (element: Element) => () => void {
  return (element) => {
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => tell(element.clientWidth, element.clientHeight));
    });
    observer.observe(element);
    tell(element.clientWidth, element.clientHeight);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  };
}
