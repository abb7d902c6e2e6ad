/** @file Panning and zooming, and which part of a picture is in sight. */
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';

/** Parts in sight are counted in squares of this many pixels, so that panning draws only when a new one comes into sight. */
const GRID = 320;
const SCALE: [number, number] = [0.15, 2.5];
/** How far a picture can be moved beyond its right and lower edge, in pixels. */
const MARGIN = 90;

const LEAST_READABLE = 0.7;

/** The window on a picture. */
export class Viewport {
  width = $state(0);
  height = $state(0);
  /** How far a page that scrolls has scrolled past the picture's top; only where nothing is zoomed. */
  scrolled = $state(0);
  /** The size of the picture at its usual scale, in pixels: it cannot be moved out of sight. */
  picture: { readonly width: number; readonly height: number } = { width: Infinity, height: Infinity };
  /** Height of the browser's window. */
  page = $state(800);
  private transform = $state.raw<ZoomTransform>(zoomIdentity);
  private behavior: ZoomBehavior<SVGSVGElement, unknown> | null = null;
  private svg: SVGSVGElement | null = null;

  readonly scale = $derived(this.transform.k);
  readonly left = $derived(floor(-this.transform.x / this.transform.k));
  readonly right = $derived(floor((this.width - this.transform.x) / this.transform.k) + GRID);
  readonly top = $derived(floor(-this.transform.y / this.transform.k + this.scrolled));
  readonly bottom = $derived(
    floor((Math.min(this.height, this.page) - this.transform.y) / this.transform.k + this.scrolled) + GRID,
  );

  /** Makes a picture pan and zoom; only `layer` is moved. Returns what undoes it. */
  attach(svg: SVGSVGElement, layer: SVGGElement): () => void {
    const behavior = zoom<SVGSVGElement, unknown>()
      .scaleExtent(SCALE)
      .clickDistance(4)
      .constrain((transform) => this.inBounds(transform))
      // A plain wheel pans, as in every drawing program; with Ctrl, as a pinch says it, it zooms.
      .filter((event: MouseEvent) => (event.type === 'wheel' ? event.ctrlKey : event.button === 0))
      .on('zoom', ({ transform }: { readonly transform: ZoomTransform }) => {
        layer.setAttribute('transform', transform.toString());
        this.transform = transform;
      });
    const pan = (event: WheelEvent): void => {
      if (event.ctrlKey) return;
      const [x, y] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      const before = this.transform;
      behavior.translateBy(select(svg), -x / before.k, -y / before.k);
      // At its end, the wheel goes on to what the picture stands in.
      if (this.transform.x !== before.x || this.transform.y !== before.y) event.preventDefault();
    };
    select(svg).call(behavior).on('dblclick.zoom', null);
    svg.addEventListener('wheel', pan, { passive: false });
    this.behavior = behavior;
    this.svg = svg;
    return () => {
      svg.removeEventListener('wheel', pan);
      select(svg).on('.zoom', null);
      layer.removeAttribute('transform');
      this.behavior = null;
      this.svg = null;
      this.transform = zoomIdentity;
    };
  }

  /** Keeps the picture's beginning at the upper left, and its end in sight. */
  private inBounds(transform: ZoomTransform): ZoomTransform {
    const { x, y, k } = transform;
    const held = (at: number, shown: number, size: number): number => {
      const free = shown - size * k;
      // A picture that is smaller than the window may stand anywhere in it.
      return Math.min(Math.max(0, free), Math.max(Math.min(0, free - MARGIN), at));
    };
    const { width, height } = this.picture;
    const [left, top] = [held(x, this.width, width), held(y, this.height, height)];
    return left === x && top === y ? transform : zoomIdentity.translate(left, top).scale(k);
  }

  zoomBy(factor: number): void {
    if (this.svg !== null) this.behavior?.scaleBy(select(this.svg), factor);
  }

  /**
   * Shows the beginning of a picture at its usual size.
   * @param width what has to be in sight from left to right, for which the picture is made smaller as long as it can be read
   */
  home(width = 0): void {
    const scale = width > this.width && this.width > 0 ? Math.max(LEAST_READABLE, this.width / width) : 1;
    if (this.svg !== null) this.behavior?.transform(select(this.svg), zoomIdentity.scale(scale));
  }

  /** Shows a whole picture, never larger than it is. */
  fit(width: number, height: number): void {
    if (this.svg === null) return;
    const scale = Math.min(1, this.width / width, this.height / height);
    const x = scale < 1 ? Math.max(0, (this.width - width * scale) / 2) : 0;
    this.behavior?.transform(select(this.svg), zoomIdentity.translate(x, 0).scale(scale));
  }

  /** Moves as little as is needed to bring a point into sight. */
  reveal(x: number, y: number): void {
    if (this.svg === null) return;
    const [left, top] = this.transform.apply([x, y]);
    // What is in sight from top to bottom stays where it is.
    const margin = MARGIN;
    const isWhole = this.picture.height * this.transform.k <= this.height;
    // Never so far that nothing would stand at the rim of the picture.
    const back = (least: number, at: number): number => Math.max(0, Math.min(margin - least, -at));
    const dx = back(left, this.transform.x) - Math.max(0, left - this.width + margin);
    const dy = isWhole ? -this.transform.y : back(top, this.transform.y) - Math.max(0, top - this.height + margin);
    const { k } = this.transform;
    if (dx !== 0 || dy !== 0) this.behavior?.translateBy(select(this.svg), dx / k, dy / k);
  }
}

const floor = (value: number): number => Math.floor(value / GRID) * GRID;
