import type { Size } from '#shared/template/values/placement.ts';
import { type Compositor, createCompositor } from '../gl/compositor.ts';
import { type Composition, sameComposition } from '../picture/composition.ts';
import { resizeCanvas } from './resize-canvas.ts';

/** Draws frames on a canvas. */
export interface PreviewRenderer {
  /** Whether the renderer draws only completely composited frames. */
  readonly drawsWholeFrames: boolean;
  /** Sets the size of the canvas in pixels: its size on screen, at most the size of the movie. */
  readonly resize: (size: Size) => void;
  /**
   * Draws a frame, and draws it again after a change of size or a lost context. With a `scale` below 1, the canvas has
   * fewer pixels, and the page enlarges it. Returns false if the same frame is already drawn.
   */
  readonly draw: (composition: Composition, scale?: number) => boolean;
  /** Resolves when the graphics card has finished. */
  readonly finished: () => Promise<void>;
  /** Draws a frame on another canvas in the size of this canvas. This canvas keeps its frame. */
  readonly drawOn: (canvas: HTMLCanvasElement, composition: Composition) => void;
  /** Calls the listener with `false` when the context is lost and with `true` when it is restored. */
  readonly onAvailable: (listener: (available: boolean) => void) => () => void;
  readonly dispose: () => void;
}

const CONTEXT: WebGLContextAttributes = {
  alpha: false,
  antialias: false,
  depth: false,
  stencil: false,
  powerPreference: 'high-performance',
  // The frame must stay readable between draws, for full screen, copies of the picture, and tests.
  preserveDrawingBuffer: true,
};

/** Creates the renderer of a canvas; null without WebGL 2. */
export function createRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): PreviewRenderer | null {
  const gl = contextOf(canvas);
  if (gl === null) return null;
  let compositor: Compositor | null = createCompositor(gl);
  let shown: { readonly composition: Composition; readonly scale: number } | null = null;
  const listeners = new Set<(available: boolean) => void>();

  /** The size of the canvas at full scale. */
  let whole: Size = { width: canvas.width, height: canvas.height };

  const redraw = () => {
    if (shown === null || compositor === null) return;
    const size = scaled(whole, shown.scale);
    // On slow graphics, presenting the canvas is slow too. Fewer pixels make both faster.
    resizeCanvas(canvas, size);
    compositor.draw(shown.composition, size, shown.scale < 1);
  };
  const onLost = (event: Event) => {
    // The browser restores the context only if the default is prevented.
    event.preventDefault();
    compositor = null;
    for (const listener of listeners) listener(false);
  };
  const onRestored = () => {
    compositor = createCompositor(gl);
    redraw();
    for (const listener of listeners) listener(true);
  };
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);

  return {
    drawsWholeFrames: false,
    resize(size) {
      const next = scaled(size, 1);
      if (next.width === whole.width && next.height === whole.height) return;
      whole = next;
      if (shown === null) resizeCanvas(canvas, whole);
      else redraw();
    },
    draw(composition, scale = 1) {
      if (shown !== null && scale <= shown.scale && sameComposition(composition, shown.composition)) return false;
      shown = { composition, scale };
      redraw();
      return true;
    },
    finished: () => finished(gl),
    drawOn(other, composition) {
      if (compositor === null) return;
      const { width, height } = whole;
      resizeCanvas(canvas, whole);
      compositor.draw(composition, whole, false);
      if (other.width !== width) other.width = width;
      if (other.height !== height) other.height = height;
      // Both draws happen in one task, so the page does not show the other frame.
      other.getContext('2d')?.drawImage(canvas, 0, 0);
      redraw();
    },
    onAvailable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
      listeners.clear();
      compositor?.dispose();
      compositor = null;
      shown = null;
    },
  };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const POLL_MILLISECONDS = 2;

/** Waits for a fence. WebGL 2 reports its state only in a later task. */
async function finished(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence === null) return;
  gl.flush();
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  gl.deleteSync(fence);
}

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): WebGL2RenderingContext | null {
  return canvas instanceof HTMLCanvasElement
    ? canvas.getContext('webgl2', CONTEXT)
    : canvas.getContext('webgl2', CONTEXT);
}
