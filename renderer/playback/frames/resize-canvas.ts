import type { Size } from '#shared/template/values/placement.ts';

/** Resizes a canvas to whole pixels, at least 1 × 1. Returns whether the size changed; its content is then lost. */
export function resizeCanvas(canvas: HTMLCanvasElement | OffscreenCanvas, { width, height }: Size): boolean {
  const [across, down] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (canvas.width === across && canvas.height === down) return false;
  canvas.width = across;
  canvas.height = down;
  return true;
}
