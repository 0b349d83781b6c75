import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { inPixels } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { layerStatesAt } from '../boxes.ts';
import type { LayerState } from '../layer-state.ts';

/** The frame size in the tests of layer states. */
export const FRAME: Size = { width: 100, height: 50 };

/**
 * Returns a function from a frame of the scene to the state of the only layer, at 30 frames per second. All pictures
 * are as large as their box. The default box is the frame.
 */
export function filmOf(layer: string, sceneLength: number): (frame: number) => LayerState {
  const { width, height } = FRAME;
  const xml = `<movie width="${width}" height="${height}" framerate="30"><scene duration="${sceneLength}">${layer}</scene></movie>`;
  const { movie, findings } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  const [scene] = required(movie, `a film; findings: ${JSON.stringify(findings)}`).scenes;
  const { layers, duration } = required(scene, 'a scene');
  const rate = required(movie, 'a movie').frameRate;
  return (frame) => {
    const [row] = layerStatesAt(layers, frame, {
      frame: FRAME,
      rate,
      sceneLength: duration,
      sizeOf,
      sizeAfter: (size) => size,
    });
    return required(row, 'the layer is there');
  };
}

function sizeOf(layer: Layer): Size {
  // The layer of a scene is as large as the frame.
  if (layer.kind === 'layer') return FRAME;
  const { box } = layer;
  return {
    width: box.width === null ? FRAME.width : inPixels(box.width, FRAME.width),
    height: box.height === null ? FRAME.height : inPixels(box.height, FRAME.height),
  };
}
