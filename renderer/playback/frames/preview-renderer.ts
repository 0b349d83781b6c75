import { required } from '#shared/lib/assert.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { resizeCanvas } from '../gl/gl-context.ts';
import { createGlRenderer } from '../gl/gl-renderer.ts';
import { type Composition, type PreviewRenderer, sameComposition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import { rgbOf } from '../picture/planes-to-rgb.ts';

/**
 * Creates the renderer of a canvas. Without WebGL 2, the renderer can draw only frames that the worker has composited.
 */
export function createPreviewRenderer(canvas: HTMLCanvasElement): PreviewRenderer {
  return createGlRenderer(canvas) ?? createWholeFrameRenderer(canvas);
}

/** Creates a renderer that works without WebGL. It can draw only frames that the worker has composited completely. */
function createWholeFrameRenderer(canvas: HTMLCanvasElement): PreviewRenderer {
  const context = required(canvas.getContext('2d'), 'a canvas that nothing else draws on');
  let current: Composition | null = null;
  const drawOn = (target: CanvasRenderingContext2D, composition: Composition, { width, height }: Size) => {
    target.clearRect(0, 0, width, height);
    target.fillStyle = 'black';
    if (composition.isTransparent !== true) target.fillRect(0, 0, width, height);
    for (const { picture } of composition.layers) target.drawImage(imageOf(picture), 0, 0, width, height);
  };
  const redraw = () => {
    if (current !== null) drawOn(context, current, canvas);
  };
  return {
    drawsWholeFrames: true,
    resize(size) {
      if (resizeCanvas(canvas, size)) redraw();
    },
    draw(composition) {
      if (current !== null && sameComposition(composition, current)) return false;
      current = composition;
      redraw();
      return true;
    },
    whenFinished: () => Promise.resolve(),
    drawFullSizeOn(other, composition) {
      if (other.width !== canvas.width) other.width = canvas.width;
      if (other.height !== canvas.height) other.height = canvas.height;
      const target = other.getContext('2d');
      if (target !== null) drawOn(target, composition, other);
    },
    onAvailable: () => () => undefined,
    dispose() {
      current = null;
    },
  };
}

function imageOf(picture: Picture): CanvasImageSource {
  if (picture.kind === 'image') return picture.image;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(rgbOf(picture), 0, 0);
  return canvas;
}
