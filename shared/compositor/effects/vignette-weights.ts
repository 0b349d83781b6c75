import type { Size } from '../pictures/picture.ts';

/**
 * Weight 1 − cos⁴(aperture × d) as 0 to 255, d being the distance of a pixel's centre from the picture's, 1 at the
 * corners; a byte for each pixel, into `weights`. One quarter is computed; the others mirror it. `Math.hypot` and `**`
 * would take four times as long.
 */
export function drawVignette({ width, height }: Size, aperture: number, weights: Uint8Array): void {
  const anglePerPixel = aperture / (Math.sqrt(width * width + height * height) / 2);
  for (let y = 0; y < Math.ceil(height / 2); y++) {
    const up = y + 0.5 - height / 2;
    for (let x = 0; x < Math.ceil(width / 2); x++) {
      const left = x + 0.5 - width / 2;
      const cosine = Math.cos(anglePerPixel * Math.sqrt(left * left + up * up));
      const square = cosine * cosine;
      const weight = Math.round(255 * (1 - square * square));
      weights[y * width + x] = weight;
      weights[y * width + width - 1 - x] = weight;
      weights[(height - 1 - y) * width + x] = weight;
      weights[(height - 1 - y) * width + width - 1 - x] = weight;
    }
  }
}
