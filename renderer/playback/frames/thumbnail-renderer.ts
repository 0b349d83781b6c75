import { idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Fit, Size } from '#shared/template/values/placement.ts';
import { isDecodedEffect, playedEffects } from '#shared/timeline/effects.ts';
import { createGlRenderer } from '../gl/gl-renderer.ts';
import { RGB } from '../picture/composition.ts';
import type { ImagePicture } from '../picture/picture.ts';

/** A small picture with the effects of a layer. */
export interface Thumbnail {
  /** The loaded image in its display size, such as a frame or a strip from the service. */
  readonly image: ImagePicture['image'];
  /** The part of the image, such as one tile of a strip; the whole image by default. */
  readonly part?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /**
   * The size of the source in square pixels if the image is smaller than the source. It determines how the picture
   * fits.
   */
  readonly display?: Size;
  readonly fit: Fit;
  /** The effects. Disabled effects are skipped. */
  readonly effects: readonly Effect[];
  /** The size of the movie. */
  readonly frame: Size;
  /** The size of the thumbnail in screen pixels, with the aspect ratio of the movie. */
  readonly size: Size;
}

/** Draws thumbnails with the shaders of effects, one at a time, in a shared graphics context. */
export interface ThumbnailRenderer {
  /**
   * Draws a thumbnail, which the caller must close. The latest request is drawn first. Rejects with the reason of the
   * signal, and if too many requests wait.
   */
  readonly draw: (thumbnail: Thumbnail, signal?: AbortSignal) => Promise<ImageBitmap>;
  readonly dispose: () => void;
}

interface Task {
  readonly thumbnail: Thumbnail;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (bitmap: ImageBitmap) => void;
  readonly reject: (reason: unknown) => void;
}

/** The maximum number of waiting requests. */
const MOST_WAITING = 400;

/** Creates the renderer; null without WebGL 2. */
function createThumbnailRenderer(): ThumbnailRenderer | null {
  const canvas = new OffscreenCanvas(16, 16);
  const renderer = createGlRenderer(canvas);
  if (renderer === null) return null;
  const waiting: Task[] = [];
  let available = true;
  const forget = renderer.onAvailable((now) => {
    available = now;
    schedule();
  });

  // Thumbnails are drawn when the main thread is idle, because the preview and the response to input have priority.
  const schedule = () => {
    if (waiting.length > 0 && available) idleQueue.add(drawNext);
  };
  const drawNext = () => {
    if (!available) return;
    let task = waiting.pop();
    for (; task?.signal?.aborted === true; task = waiting.pop()) task.reject(task.signal.reason);
    if (task !== undefined) drawNow(task);
    schedule();
  };
  const drawNow = ({ thumbnail, resolve, reject }: Task) => {
    try {
      const { image, part, frame, fit, effects, size } = thumbnail;
      const { left, top, width, height } = part ?? { left: 0, top: 0, width: image.width, height: image.height };
      const picture: ImagePicture = { kind: 'image', image, left, top, width, height, bytes: width * height * 4 };
      const display = thumbnail.display ?? { width, height };
      const played = playedEffects({ effects }).filter(isDecodedEffect);
      renderer.resize(size);
      renderer.draw({ frame, layers: [{ picture, color: RGB, rotation: 0, display, fit, effects: played }] });
      resolve(canvas.transferToImageBitmap());
    } catch (error) {
      reject(error);
    }
  };

  return {
    draw: (thumbnail, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ thumbnail, signal, resolve, reject });
        if (waiting.length > MOST_WAITING) waiting.shift()?.reject(new DOMException('Too many wait.', 'AbortError'));
        schedule();
      }),
    dispose() {
      forget();
      for (const task of waiting.splice(0)) task.reject(new DOMException('There is nobody to draw.', 'AbortError'));
      renderer.dispose();
    },
  };
}

let shared: ThumbnailRenderer | null | undefined;

/**
 * Returns the only thumbnail renderer of this page, because a browser limits the number of graphics contexts. Null
 * without WebGL 2.
 */
export function sharedThumbnailRenderer(): ThumbnailRenderer | null {
  if (shared === undefined) shared = createThumbnailRenderer();
  return shared;
}
