import type { Size } from '#shared/template/values/placement.ts';
import { type Compositor, createCompositor } from '../gl/compositor.ts';
import { type Composition, sameComposition } from '../picture/composition.ts';
import { resizeCanvas } from './resize-canvas.ts';

/** Draws frames on a canvas. */
export interface PreviewRenderer {
  /** Whether it draws only frames that are composed whole; others need graphics. */
  readonly drawsWholeFrames: boolean;
  /** Sets how many pixels the canvas has: those that it covers on the screen, at most those of the film. */
  readonly resize: (size: Size) => void;
  /**
   * Draws a frame now; kept and drawn again after a change of size or a lost context. What is drawn alike already is
   * left. With a `scale` below 1 the canvas has so many fewer pixels, which the page spreads over its place. Says
   * whether there was something to draw.
   */
  readonly draw: (composition: Composition, scale?: number) => boolean;
  /** Resolves when the graphics have done all that they were given. */
  readonly finished: () => Promise<void>;
  /** Draws a frame on another canvas, as many pixels of it as there are on this one; what is shown here stays. */
  readonly drawOn: (canvas: HTMLCanvasElement, composition: Composition) => void;
  /** Told with `false` when the graphics took the context away, and with `true` when it came back. */
  readonly onAvailable: (listener: (available: boolean) => void) => () => void;
  readonly dispose: () => void;
}

const CONTEXT: WebGLContextAttributes = {
  alpha: false,
  antialias: false,
  depth: false,
  stencil: false,
  powerPreference: 'high-performance',
  // The frame stays readable between draws: full screen, a copy of the picture, tests.
  preserveDrawingBuffer: true,
};

/** The renderer of a canvas; null where there is no WebGL 2. */
export function createRenderer(canvas: HTMLCanvasElement | OffscreenCanvas): PreviewRenderer | null {
  const gl = contextOf(canvas);
  if (gl === null) return null;
  let compositor: Compositor | null = createCompositor(gl);
  let shown: { readonly composition: Composition; readonly scale: number } | null = null;
  const listeners = new Set<(available: boolean) => void>();

  /** Of a whole frame. */
  let whole: Size = { width: canvas.width, height: canvas.height };

  const redraw = () => {
    if (shown === null || compositor === null) return;
    const size = scaled(whole, shown.scale);
    // Where the graphics are slow, so is what brings the canvas to the screen: fewer pixels are fewer for that, too.
    resizeCanvas(canvas, size);
    compositor.draw(shown.composition, size, shown.scale < 1);
  };
  const onLost = (event: Event) => {
    // Without this the browser never gives it back.
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
      // Within one turn, so that nobody sees it here.
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

/** A fence behind what was given: WebGL 2 tells of it only to who asks again in a later turn. */
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
