import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { readWebpFile, stillOfFrame, type WebpFrame } from '#service/engine/formats/picture-files.ts';
import { required } from '#shared/lib/assert.ts';

/**
 * Decodes an animated WebP file. Returns opaque RGBA frames, one for each frame of the film at the given rate. FFmpeg
 * decodes each picture as a still file. The encoder merges equal frames.
 */
export async function readWebpFrames(path: string, framesPerSecond: number): Promise<readonly Buffer[]> {
  const { width, height, frames } = required(await readWebpFile(path), 'a WebP file');
  const canvas = Buffer.alloc(4 * width * height);
  const film: Buffer[] = [];
  let end = 0;
  for (const frame of frames) {
    const pixels = await decodeStill(await stillOfFrame(path, frame));
    draw(pixels, frame, canvas, width);
    end += frame.milliseconds;
    // A frame of the film starts at a whole millisecond.
    while (Math.floor((film.length * 1000) / framesPerSecond) < end || (frames.length === 1 && film.length === 0))
      film.push(Buffer.from(canvas));
    if (frame.clears) clear(frame, canvas, width);
  }
  return film;
}

/** Converts opaque RGBA to the luma of BT.709 without scaling. */
export function lumaOf(frame: Buffer): Buffer {
  const channel = (pixel: number, index: number) => frame[4 * pixel + index] ?? 0;
  return Buffer.from(
    Array.from({ length: frame.length / 4 }, (_, pixel) =>
      Math.round(0.2126 * channel(pixel, 0) + 0.7152 * channel(pixel, 1) + 0.0722 * channel(pixel, 2)),
    ),
  );
}

async function decodeStill(file: Buffer): Promise<Buffer> {
  const input = ['-f', 'webp_pipe', '-i', 'pipe:0'];
  const decoder = spawn('ffmpeg', ['-v', 'error', ...input, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-']);
  decoder.stdin.end(file);
  return await buffer(decoder.stdout);
}

function draw(pixels: Buffer, { left, top, width, height, blends }: WebpFrame, canvas: Buffer, stride: number): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x);
      // The encoder blends only with full or no opacity.
      if (!blends || (pixels[from + 3] ?? 0) > 127)
        pixels.copy(canvas, 4 * ((top + y) * stride + left + x), from, from + 4);
    }
}

function clear({ left, top, width, height }: WebpFrame, canvas: Buffer, stride: number): void {
  for (let y = 0; y < height; y++) {
    const from = 4 * ((top + y) * stride + left);
    canvas.fill(0, from, from + 4 * width);
  }
}
