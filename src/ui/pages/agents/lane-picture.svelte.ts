const LEAST = 0.3;
const MOST = 2;

export class LanePicture {
  svg = $state.raw<SVGSVGElement | null>(null);
  scale = $state(1);
  /** The width that there is, in pixels. */
  room = $state(800);
  private roomDown = 600;
  private size: { readonly width: number; readonly height: number } = { width: 1, height: 1 };

  take(across: number, down: number): void {
    this.room = across;
    this.roomDown = down;
  }

  draw(width: number, height: number): void {
    this.size = { width, height };
  }

  zoomBy(factor: number): void {
    this.scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
  }

  fit(): void {
    const { width, height } = this.size;
    this.scale = Math.max(LEAST, Math.min(1, this.room / width, this.roomDown / height));
  }
}
