import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import type { Affine } from '#shared/timeline/layer-state.ts';
import type { PlacedState } from './compositor.ts';
import { pixelAt, type RawFrame, type Size } from './pixels/picture.ts';
import { type OpenCompositor, openCompiled, openReference } from './testing/open-compositors.ts';
import { type PlainPicture, placedPixels } from './testing/pixel-by-pixel.ts';

const both = [
  { name: 'TypeScript', open: openReference() },
  { name: 'WebAssembly', open: await openCompiled() },
] as const;
const GRAY = [128, 128, 128] as const;

const AT_REST: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const rowOf = (change: Partial<PlacedState>): PlacedState => ({
  matrix: AT_REST,
  opacity: 1,
  blendMode: 'normal',
  window: null,
  ...change,
});

/** Copies a premultiplied picture into the memory of a compositor. */
function put({ compositor, memory }: OpenCompositor, { width, height, pixels }: PlainPicture) {
  const picture = compositor.pictures.create({ width, height });
  for (let y = 0; y < height; y++)
    memory.bytes().set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), pixelAt(picture, 0, y));
  return picture;
}

function takeFrame(
  { memory }: OpenCompositor,
  size: Size,
  format: RawFrame['format'],
): RawFrame & { readonly length: number } {
  const area = size.width * size.height;
  const length = format === 'yuv420p' ? 1.5 * area : 3 * area;
  return { ...size, format, at: memory.take(length), length };
}

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 24 }), seed: fc.nat(1000) })
  .map(({ width, height, seed }): PlainPicture => {
    const pixels = new Uint8Array(4 * width * height);
    for (let at = 0; at < pixels.length; at += 4) {
      const opacity = [0, 255, (seed * 7 + at * 13) & 255][(at >> 2) % 3] ?? 0;
      const part = (index: number) => (((seed + at * (index + 3) * 31) & 255) * opacity) / 255;
      pixels.set([part(0), part(1), part(2), opacity], at);
    }
    return { width, height, pixels };
  });

const matrices = fc
  .record({
    turn: fc.constantFrom(0, 0, 0.3, 1.2, Math.PI / 2, 3, -2),
    across: fc.constantFrom(1, 1, 0.05, 0.3, 0.7, 1.6, 5, -1),
    down: fc.constantFrom(1, 1, 0.2, 0.45, 2, -0.6),
    e: fc.oneof(fc.integer({ min: -30, max: 70 }), fc.double({ min: -40, max: 80, noNaN: true })),
    f: fc.oneof(fc.integer({ min: -20, max: 40 }), fc.double({ min: -30, max: 50, noNaN: true })),
  })
  .map(({ turn, across, down, e, f }): Affine => {
    const [cos, sin] = turn === 0 ? [1, 0] : [Math.cos(turn), Math.sin(turn)];
    return { a: cos * across, b: sin * across, c: -sin * down, d: cos * down, e, f };
  });

const opacities = fc.constantFrom(1, 1, 0.5, 0.013, 0.999);

test.each(both)('every pixel of a placed picture follows the definition: $name', ({ open }) => {
  const size = { width: 66, height: 38 };
  const canvas = takeFrame(open, size, 'yuv444p');
  fc.assert(
    fc.property(pictures, matrices, opacities, (plain, matrix, opacity) => {
      const picture = put(open, plain);
      open.compositor.composeFrame(
        { background: GRAY, layers: [{ row: rowOf({ matrix, opacity }), size: plain, picture }] },
        canvas,
      );
      const placed = placedPixels(plain, matrix, opacity, size);
      const expected = new Uint8Array(canvas.length);
      for (let at = 0; at < size.width * size.height; at++)
        for (let part = 0; part < 3; part++) {
          const [above = 0, alpha = 0] = [placed.pixels[4 * at + part], placed.pixels[4 * at + 3]];
          expected[part * size.width * size.height + at] = Math.round((128 * (255 - alpha)) / 255) + above;
        }
      const drawn = open.memory.bytes().subarray(canvas.at, canvas.at + canvas.length);
      expect(Buffer.compare(drawn, expected)).toBe(0);
      open.compositor.pictures.release(picture);
    }),
    { numRuns: 150 },
  );
});

const modes = fc.constantFrom('normal', 'normal', 'multiply', 'softlight', 'difference', 'add');
const windows = fc.constantFrom(
  null,
  null,
  { left: 0, top: 0, width: 0.8, height: 0.7 },
  { left: 0.2, top: 0.3, width: 0.5, height: 0.5 },
);

test.each(['yuv420p', 'yuv444p'] as const)('WebAssembly and TypeScript draw identical layers: %s', (format) => {
  const size = { width: 66, height: 38 };
  const opened = both.map(({ open }) => {
    const guards = [open.memory.take(4096)];
    const canvas = takeFrame(open, size, format);
    guards.push(open.memory.take(4096));
    return { open, canvas, guards };
  });
  const layers = fc.array(
    fc.record({
      plain: pictures,
      matrix: matrices,
      opacity: opacities,
      mode: modes,
      window: windows,
      isSolid: fc.boolean(),
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(layers, (described) => {
      const drawn = opened.map(({ open, canvas, guards }) => {
        for (const guard of guards) open.memory.bytes().fill(77, guard, guard + 4096);
        const made = described.map(({ plain, matrix, opacity, mode, window, isSolid }) => {
          const row = rowOf({
            matrix,
            opacity,
            blendMode: mode,
            window: window && {
              left: window.left * plain.width,
              top: window.top * plain.height,
              width: window.width * plain.width,
              height: window.height * plain.height,
            },
          });
          const { width, height } = plain;
          const picture = isSolid
            ? ({ kind: 'solid', width, height, color: [90, 70, 200, 220] } as const)
            : put(open, plain);
          return { row, size: { width, height }, picture };
        });
        open.compositor.composeFrame({ background: GRAY, layers: made }, canvas);
        for (const { picture } of made) if (picture.kind === 'pixels') open.compositor.pictures.release(picture);
        for (const guard of guards)
          expect(
            open.memory
              .bytes()
              .subarray(guard, guard + 4096)
              .every((byte) => byte === 77),
          ).toBe(true);
        return open.memory.bytes().slice(canvas.at, canvas.at + canvas.length);
      });
      expect(Buffer.compare(drawn[0] ?? new Uint8Array(), drawn[1] ?? new Uint8Array())).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a slowly panning title moves evenly', () => {
  const open = both[1].open;
  const size = { width: 160, height: 64 };
  const canvas = takeFrame(open, size, 'yuv420p');
  const title = put(open, { width: 70, height: 20, pixels: new Uint8Array(4 * 70 * 20).fill(255) });
  const centers = Array.from({ length: 60 }, (_, frame) => {
    const matrix = { ...AT_REST, e: 20.1 + 0.37 * frame, f: 12.3 + 0.11 * frame };
    open.compositor.composeFrame(
      { background: [16, 128, 128], layers: [{ row: rowOf({ matrix }), size: title, picture: title }] },
      canvas,
    );
    let [sum, across, down] = [0, 0, 0];
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) {
        const light = (open.memory.bytes()[canvas.at + y * size.width + x] ?? 0) - 16;
        sum += light;
        across += light * x;
        down += light * y;
      }
    return { x: across / sum, y: down / sum };
  });
  for (const [frame, { x, y }] of centers.entries()) {
    const before = centers[frame - 1];
    if (before === undefined) continue;
    expect(Math.abs(x - before.x - 0.37)).toBeLessThan(0.02);
    expect(Math.abs(y - before.y - 0.11)).toBeLessThan(0.02);
  }
});

test('a picture on whole pixels is copied unchanged', () => {
  const open = both[1].open;
  const canvas = takeFrame(open, { width: 32, height: 16 }, 'yuv420p');
  const title = put(open, { width: 9, height: 5, pixels: new Uint8Array(4 * 9 * 5).fill(255) });
  const layer = { row: rowOf({ matrix: { ...AT_REST, e: 3, f: -2 } }), size: title, picture: title };
  open.compositor.composeFrame({ background: [16, 128, 128], layers: [layer] }, canvas);
  const rows = Array.from({ length: 5 }, (_, y) =>
    [...open.memory.bytes().subarray(canvas.at + 32 * y, canvas.at + 32 * y + 14)]
      .map((byte) => (byte === 255 ? 1 : 0))
      .join(''),
  );
  expect(rows).toEqual(['00011111111100', '00011111111100', '00011111111100', '00000000000000', '00000000000000']);
});
