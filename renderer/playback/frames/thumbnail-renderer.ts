import { idleTurns } from '#renderer/ui/browser/idle-queue.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Fit, Size } from '#shared/template/values/placement.ts';
import { isDecodedEffect, playedEffects } from '#shared/timeline/effects.ts';
import { RGB } from '../picture/composition.ts';
import type { ImagePicture } from '../picture/picture.ts';
import { createRenderer } from './renderer.ts';

/** A small picture as it looks in the film. */
export interface Thumbnail {
  /** Loaded; in the shape in which players show it, such as the service's frames and strips are. */
  readonly image: ImagePicture['image'];
  /** What of the image is meant, such as one tile of a strip; all of it without. */
  readonly part?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Size of the source in square pixels, where the image is smaller; decides how it fits. */
  readonly display?: Size;
  readonly fit: Fit;
  /** Those that are switched off do nothing. */
  readonly effects: readonly Effect[];
  /** Size of the film. */
  readonly frame: Size;
  /** Of what is wanted, in pixels of the screen: of the film's shape. */
  readonly size: Size;
}

/** Draws small pictures with the effects' own shaders, one after another, in a graphics context that all share. */
export interface ThumbnailRenderer {
  /**
   * The picture, to be closed by whoever asked for it. What was asked for last comes first: it is what is looked at.
   * Rejects with the signal's reason, and when there is too much to do for this to be looked at any more.
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

/** More are not waited for. */
const MOST_WAITING = 400;

/** Null where there is no WebGL 2. */
function createThumbnailRenderer(): ThumbnailRenderer | null {
  const canvas = new OffscreenCanvas(16, 16);
  const renderer = createRenderer(canvas);
  if (renderer === null) return null;
  const waiting: Task[] = [];
  let available = true;
  const forget = renderer.onAvailable((now) => {
    available = now;
    schedule();
  });

  // A picture of the film or an answer to a hand comes before these.
  const schedule = () => {
    if (waiting.length > 0 && available) idleTurns.add(turn);
  };
  const turn = () => {
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

/** The one of this page: a browser gives a page only so many graphics contexts. Null where there is no WebGL 2. */
export function sharedThumbnailRenderer(): ThumbnailRenderer | null {
  if (shared === undefined) shared = createThumbnailRenderer();
  return shared;
}
