import { required } from '#shared/lib/assert.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { type Composition, sameComposition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import { rgbOf } from '../picture/planes-to-rgb.ts';
import type { PreviewRenderer } from './renderer.ts';
import { resizeCanvas } from './resize-canvas.ts';

/** Creates a renderer without WebGL. It only draws frames that the kernels composited completely. */
export function createPlainRenderer(canvas: HTMLCanvasElement): PreviewRenderer {
  const context = required(canvas.getContext('2d', { alpha: false }), 'a canvas that nothing else draws on');
  let shown: Composition | null = null;
  const drawOn = (target: CanvasRenderingContext2D, composition: Composition, { width, height }: Size) => {
    target.fillStyle = 'black';
    target.fillRect(0, 0, width, height);
    for (const { picture } of composition.layers) target.drawImage(imageOf(picture), 0, 0, width, height);
  };
  const redraw = () => {
    if (shown !== null) drawOn(context, shown, canvas);
  };
  return {
    drawsWholeFrames: true,
    resize(size) {
      if (resizeCanvas(canvas, size)) redraw();
    },
    draw(composition) {
      if (shown !== null && sameComposition(composition, shown)) return false;
      shown = composition;
      redraw();
      return true;
    },
    finished: () => Promise.resolve(),
    drawOn(other, composition) {
      if (other.width !== canvas.width) other.width = canvas.width;
      if (other.height !== canvas.height) other.height = canvas.height;
      const target = other.getContext('2d');
      if (target !== null) drawOn(target, composition, other);
    },
    onAvailable: () => () => undefined,
    dispose() {
      shown = null;
    },
  };
}

function imageOf(picture: Picture): CanvasImageSource {
  if (picture.kind === 'image') return picture.image;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(rgbOf(picture), 0, 0);
  return canvas;
}
