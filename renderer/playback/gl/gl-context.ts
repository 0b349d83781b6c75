import type { Size } from '#shared/template/values/placement.ts';

const ATTRIBUTES: WebGLContextAttributes = {
  alpha: false,
  antialias: false,
  depth: false,
  stencil: false,
  powerPreference: 'high-performance',
  // The frame must stay readable between draws, for full screen, copies of the picture, and tests.
  preserveDrawingBuffer: true,
};

/** Returns the WebGL 2 context of a canvas; null if the browser has none. */
export function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): WebGL2RenderingContext | null {
  return canvas instanceof HTMLCanvasElement
    ? canvas.getContext('webgl2', ATTRIBUTES)
    : canvas.getContext('webgl2', ATTRIBUTES);
}

/**
 * Follows the loss of a context, for example when the graphics driver restarts. The browser restores a lost context,
 * but its programs and textures are gone. Returns a function that stops following.
 */
export function followLoss(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  { onLost, onRestored }: { readonly onLost: () => void; readonly onRestored: () => void },
): () => void {
  const lose = (event: Event) => {
    // The browser restores the context only if the default is prevented.
    event.preventDefault();
    onLost();
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return () => {
    canvas.removeEventListener('webglcontextlost', lose);
    canvas.removeEventListener('webglcontextrestored', onRestored);
  };
}

/** The interval in milliseconds at which the state of a fence is read. */
const POLL_MILLISECONDS = 2;

/** Resolves when the graphics card has finished. WebGL 2 reports the state of a fence only in a later task. */
export async function untilFinished(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence === null) return;
  gl.flush();
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  gl.deleteSync(fence);
}

/** Resizes a canvas to whole pixels, at least 1 × 1. Returns whether the size changed; its content is then lost. */
export function resizeCanvas(canvas: HTMLCanvasElement | OffscreenCanvas, { width, height }: Size): boolean {
  const [canvasWidth, canvasHeight] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (canvas.width === canvasWidth && canvas.height === canvasHeight) return false;
  canvas.width = canvasWidth;
  canvas.height = canvasHeight;
  return true;
}
