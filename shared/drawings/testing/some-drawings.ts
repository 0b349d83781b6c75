import type { ImageDrawing, Ink, ShapeDrawing, TextDrawing } from '../drawing/drawing.ts';
import { chooseFonts } from '../fonts/choose-fonts.ts';

export function ink(hex: string, alpha = 1): Ink {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return { red: part(0), green: part(2), blue: part(4), alpha };
}

/** Returns a white text of 40 pixels in the bundled fonts, without a box. */
export function text(content: string, change: Partial<TextDrawing> = {}): TextDrawing {
  return {
    kind: 'text',
    scale: 1,
    content,
    fonts: chooseFonts([], change.weight ?? 400, 'normal', []).fonts,
    weight: 400,
    size: 40,
    color: ink('ffffff'),
    width: null,
    height: null,
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
    xAlign: 'left',
    yAlign: 'top',
    direction: 'auto',
    lineHeight: 1.2,
    letterSpacing: 0,
    autosize: 'none',
    minSize: (change.size ?? 40) / 4,
    maxLines: null,
    outline: null,
    shadow: null,
    background: null,
    radius: 0,
    ...change,
  };
}

/** Returns a white rectangle of 100 × 60 pixels. */
export function shape(change: Partial<ShapeDrawing> = {}): ShapeDrawing {
  return {
    kind: 'shape',
    scale: 1,
    width: 100,
    height: 60,
    outline: { kind: 'rectangle', radius: 0 },
    fill: ink('ffffff'),
    stroke: null,
    ...change,
  };
}

/** Returns a drawing of an image at its own size. */
export function image(digest: string, change: Partial<ImageDrawing> = {}): ImageDrawing {
  const nothing = { amount: 0, unit: 'px' } as const;
  return {
    kind: 'image',
    scale: 1,
    image: digest,
    crop: { top: nothing, right: nothing, bottom: nothing, left: nothing },
    width: null,
    height: null,
    fit: 'none',
    focus: { across: 0.5, down: 0.5 },
    ...change,
  };
}
