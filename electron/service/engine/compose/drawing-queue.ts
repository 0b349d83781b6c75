import { readFile } from 'node:fs/promises';
import { ok } from '#shared/lib/result.ts';
import { createDrawings, type Drawings } from '../../drawings/drawings.ts';
import type { LayOut } from './check-drawings.ts';
import type { Draw } from './compose-threads.ts';

/** Draws what films show. */
export interface DrawingQueue {
  readonly layOut: LayOut;
  /** A drawing and its box. */
  readonly draw: Draw;
}

let ofProcess: Drawings | null = null;

/**
 * Draws with the one thread that all films of this process share.
 * @param sourcePath Where the bytes of images and fonts lie, by digest.
 */
export function drawingFrom(sourcePath: (sha256: string) => string): DrawingQueue {
  const drawings = drawingsOfProcess();
  const bytesOf = (sha256: string, signal: AbortSignal): Promise<Uint8Array> =>
    readFile(sourcePath(sha256), { signal });
  return {
    layOut: (drawing, signal) => drawings.layOut(drawing, bytesOf, signal),
    draw: async (drawing, signal) => {
      if (drawing.kind === 'image') {
        // Its box is known with its pixels: an image that moves is asked for at each of its frames.
        const picture = await drawings.draw(drawing, bytesOf, signal);
        return picture.ok ? ok({ layout: picture.value.layout, picture: picture.value }) : picture;
      }
      const layout = await drawings.layOut(drawing, bytesOf, signal);
      if (!layout.ok) return layout;
      const picture = await drawings.draw(drawing, bytesOf, signal);
      return picture.ok ? ok({ layout: layout.value, picture: picture.value }) : picture;
    },
  };
}

/** Says that a film will soon be drawn for: the thread starts while its sources are looked for. */
export function warmDrawing(): void {
  drawingsOfProcess().warm();
}

function drawingsOfProcess(): Drawings {
  ofProcess ??= createDrawings();
  return ofProcess;
}
