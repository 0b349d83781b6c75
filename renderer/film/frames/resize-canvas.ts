import type { Size } from '#shared/template/values/placement.ts';

/** Gives a canvas so many whole pixels, at least one each way; whether it had others before. What it showed is gone then. */
export function resizeCanvas(canvas: HTMLCanvasElement | OffscreenCanvas, { width, height }: Size): boolean {
  const [across, down] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (canvas.width === across && canvas.height === down) return false;
  canvas.width = across;
  canvas.height = down;
  return true;
}
