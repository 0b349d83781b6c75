import type { Size } from '#shared/template/values/placement.ts';
import { createGlRenderer } from '../gl/gl-renderer.ts';
import type { Composition, PreviewRenderer } from '../picture/composition.ts';

/** Draws small pictures with the shaders of the preview. The WebGL context is created with the first picture. */
export interface ThumbnailRenderer {
  /** Returns whether the browser has WebGL 2. */
  readonly canDraw: () => boolean;
  /** Returns whether the WebGL context is lost, so that no picture can be drawn until it is restored. */
  readonly isLost: () => boolean;
  /**
   * Draws a composition in a size in pixels, whose aspect ratio must be close to the aspect ratio of the movie. Null
   * without WebGL 2, and while the context is lost.
   */
  readonly draw: (composition: Composition, size: Size) => OffscreenCanvas | null;
  /** Calls the listener when a lost context is restored. */
  readonly onRestored: (listener: () => void) => () => void;
}

function createThumbnailRenderer(): ThumbnailRenderer {
  let stage: { readonly canvas: OffscreenCanvas; readonly renderer: PreviewRenderer | null } | null = null;
  let isLost = false;
  const listeners = new Set<() => void>();

  const stageOf = () => {
    if (stage !== null) return stage;
    const canvas = new OffscreenCanvas(16, 16);
    const renderer = createGlRenderer(canvas);
    renderer?.onAvailable((available) => {
      isLost = !available;
      if (available) for (const listener of listeners) listener();
    });
    stage = { canvas, renderer };
    return stage;
  };

  return {
    canDraw: () => stageOf().renderer !== null,
    isLost: () => isLost,
    draw(composition, size) {
      const { canvas, renderer } = stageOf();
      if (renderer === null || isLost) return null;
      renderer.resize(size);
      renderer.draw(composition);
      const copy = new OffscreenCanvas(size.width, size.height);
      // Copy the picture to main memory, where the target canvases are also stored.
      copy.getContext('2d', { willReadFrequently: true })?.drawImage(canvas, 0, 0);
      return copy;
    },
    onRestored(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The only thumbnail renderer of the page, because browsers limit the number of WebGL contexts. */
export const thumbnailRenderer: ThumbnailRenderer = createThumbnailRenderer();
