import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import { useShownTheme } from '#renderer/ui/browser/shown-theme.ts';

/** Draws in CSS pixels from the upper left corner, in the colours of the theme that is shown. */
export type Paint = (context: CanvasRenderingContext2D) => void;

export interface PaintedCanvasProps {
  readonly width: number;
  readonly height: number;
  /** The same as long as it paints the same. */
  readonly paint: Paint;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
}

/** Paints all of a canvas that is so large on the page, with `scale` pixels for each of the page's. */
export function paintCanvas(
  canvas: HTMLCanvasElement,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
  paint: Paint,
): void {
  // In memory, as film is drawn: layers of the screen's own cost more to put together.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (canvas.width === across && canvas.height === down) context.reset();
  else Object.assign(canvas, { width: across, height: down });
  context.scale(across / Math.max(1, width), down / Math.max(1, height));
  paint(context);
}

/**
 * Many small shapes as one picture. As paths of an SVG they are cut into triangles each time that anything near them is
 * drawn anew, which in a film of many scenes was more than half of what a step of zooming cost.
 */
export function PaintedCanvas({ width, height, paint, className, style }: PaintedCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const scale = useScreenScale();
  useLayoutEffect(() => {
    // Its colours are those of the theme.
    void theme;
    if (ref.current !== null) paintCanvas(ref.current, { width, height, scale }, paint);
  }, [width, height, scale, theme, paint]);
  return <canvas ref={ref} className={className} style={{ width, height, ...style }} />;
}
