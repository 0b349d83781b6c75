import { readFile } from 'node:fs/promises';
import { ok } from '#shared/lib/result.ts';
import { createDrawings, type Drawings } from '../../drawings/drawings.ts';
import type { LayOut } from './check-drawings.ts';
import type { Draw } from './compose-threads.ts';

/** Lays out and draws the drawings of films. */
export interface DrawingQueue {
  readonly layOut: LayOut;
  /** Draws a drawing and returns its layout with it. */
  readonly draw: Draw;
}

let ofProcess: Drawings | null = null;

/**
 * Returns drawing functions that use the drawing thread of this process, which all films share.
 * @param sourcePath Returns the path of an image or a font by digest.
 */
export function drawingFrom(sourcePath: (sha256: string) => string): DrawingQueue {
  const drawings = drawingsOfProcess();
  const bytesOf = (sha256: string, signal: AbortSignal): Promise<Uint8Array> =>
    readFile(sourcePath(sha256), { signal });
  return {
    layOut: (drawing, signal) => drawings.layOut(drawing, bytesOf, signal),
    draw: async (drawing, signal) => {
      const picture = await drawings.draw(drawing, bytesOf, signal);
      return picture.ok ? ok({ layout: picture.value.layout, picture: picture.value }) : picture;
    },
  };
}

/** Starts the drawing thread ahead of time, while the sources of a film are located. */
export function warmDrawing(): void {
  drawingsOfProcess().warm();
}

function drawingsOfProcess(): Drawings {
  ofProcess ??= createDrawings();
  return ofProcess;
}
