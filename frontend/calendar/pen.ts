type Box = readonly [x: number, y: number, width: number, height: number];

/** Fonts by what they are for: the sizes of the theme, in pixels. */
type Font = 'cell' | 'date' | 'small' | 'number' | 'strong';

/** Draws on a canvas with the fonts and the colours, named as their custom properties, that it has as an element. */
export type Pen = ReturnType<typeof penOn>;

/** Matches a colour that a canvas does not resolve by itself; a build has resolved it. */
const LIGHT_DARK = /^\s*light-dark\(([^,]+), ([^,]+)\)$/;

const HATCH = 8;

/** The canvas's pen; its cells' text has so many pixels. */
export function penOn(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, cellText: number) {
  const style = getComputedStyle(canvas);
  const family = style.fontFamily;
  const fonts: Record<Font, string> = {
    cell: `${cellText}px ${family}`,
    date: `600 13px ${family}`,
    small: `12px ${family}`,
    number: `600 14px ${family}`,
    strong: `700 15px ${family}`,
  };
  const resolved = new Map<string, string>();

  function colour(name: string): string {
    const known = resolved.get(name);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(`--${name}`) || style.getPropertyValue('--line-strong');
    const [, light = value, dark = value] = LIGHT_DARK.exec(value) ?? [];
    const one = style.colorScheme === 'dark' ? dark : light;
    resolved.set(name, one);
    return one;
  }

  function fill(name: string, ...box: Box): void {
    context.fillStyle = colour(name);
    context.fillRect(...box);
  }

  /** Fills so thinly that what lies below shines through. */
  function faintly(share: number, name: string, ...box: Box): void {
    context.globalAlpha = share;
    fill(name, ...box);
    context.globalAlpha = 1;
  }

  /** Fills with slanted lines. */
  function hatching(name: string, thickness: number): (...box: Box) => void {
    const tile = new OffscreenCanvas(HATCH, HATCH);
    const lines = tile.getContext('2d');
    if (!lines) return () => {};
    lines.strokeStyle = colour(name);
    lines.lineWidth = thickness;
    for (const from of [-HATCH, 0, HATCH]) {
      lines.moveTo(from, HATCH);
      lines.lineTo(from + HATCH, 0);
    }
    lines.stroke();
    const pattern = context.createPattern(tile, 'repeat');
    return (...box) => {
      context.fillStyle = pattern ?? 'transparent';
      context.fillRect(...box);
    };
  }

  function frame(name: string, ...[x, y, width, height]: Box): void {
    context.strokeStyle = colour(name);
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }

  /** Draws what must not reach out of a box. */
  function inside(box: Box, draw: () => void): void {
    context.save();
    context.beginPath();
    context.rect(...box);
    context.clip();
    draw();
    context.restore();
  }

  /** Returns the width of words. */
  function widthOf(words: string, font: Font): number {
    context.font = fonts[font];
    return context.measureText(words).width;
  }

  /** Writes words from a point on, around the middle of their line. */
  function write(words: string, name: string, font: Font, x: number, middle: number): void {
    context.fillStyle = colour(name);
    context.font = fonts[font];
    context.fillText(words, x, middle);
  }

  return { fill, faintly, hatching, frame, inside, widthOf, write };
}
