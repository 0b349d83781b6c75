import type { Size } from '#shared/template/values/placement.ts';

const ATTRIBUTES: WebGLContextAttributes = {
  alpha: true,
  antialias: false,
  depth: false,
  stencil: false,
  powerPreference: 'high-performance',
  // Keep the frame readable between draws. Full screen, copies of the picture, and tests read it.
  preserveDrawingBuffer: true,
};

/** Returns the WebGL 2 context of a canvas; null if there is none. */
export function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): WebGL2RenderingContext | null {
  return canvas instanceof HTMLCanvasElement
    ? canvas.getContext('webgl2', ATTRIBUTES)
    : canvas.getContext('webgl2', ATTRIBUTES);
}

/**
 * Handles the loss of the context, for example after a restart of the graphics driver. A restored context has lost its
 * programs and textures. Returns a function that removes the listeners.
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

/** The interval in milliseconds at which a fence is polled. */
const POLL_MILLISECONDS = 2;

/** Resolves when the GPU has executed all commands. WebGL 2 updates the state of a fence only between tasks. */
export async function untilFinished(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence === null) return;
  gl.flush();
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  gl.deleteSync(fence);
}

/**
 * Resizes a canvas to whole pixels, at least 1 × 1. Returns whether the size changed. A change of the size clears the
 * canvas.
 */
export function resizeCanvas(canvas: HTMLCanvasElement | OffscreenCanvas, { width, height }: Size): boolean {
  const [canvasWidth, canvasHeight] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (canvas.width === canvasWidth && canvas.height === canvasHeight) return false;
  canvas.width = canvasWidth;
  canvas.height = canvasHeight;
  return true;
}
