import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawGeneratedImage, type GeneratedImage } from '../parts/still.ts';

/** The generated images of one render. Each is drawn once, even if several scenes use it. */
export interface GeneratedImageFolder {
  /** Resolves when the generated image is at its path. */
  draw(still: GeneratedImage): Promise<void>;
  pathOf(still: GeneratedImage): string;
}

export function createStillFolder(folder: string): GeneratedImageFolder {
  const drawings = new Map<string, Promise<void>>();
  const pathOf = (still: GeneratedImage): string => {
    const digest = createHash('sha256').update(JSON.stringify(still)).digest('hex');
    return join(folder, `${digest}.still`);
  };
  return {
    pathOf,
    draw: (still) => {
      const path = pathOf(still);
      const drawing = drawings.get(path) ?? writeStill(path, still);
      drawings.set(path, drawing);
      return drawing;
    },
  };
}

/**
 * Writes the image and frees its bytes immediately. A 2160p image takes 32 MiB, which the garbage collector would free
 * much later.
 */
async function writeStill(path: string, still: GeneratedImage): Promise<void> {
  const bytes = drawGeneratedImage(still);
  await writeFile(path, bytes);
  bytes.buffer.transfer(0);
}
