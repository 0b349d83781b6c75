import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drawing } from './drawing/drawing.ts';
import { createPainter, type Painter } from './painter.ts';
import { bundledOrSample, openKit } from './testing/open-kit.ts';
import { pictureDigest } from './testing/picture-digest.ts';
import { sampleDigests } from './testing/sample-digests.ts';
import { sampleDrawings } from './testing/sample-drawings.ts';
import { type SampleImage, sampleImage } from './testing/sample-images.ts';
import { image, ink, shape, text } from './testing/some-drawings.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

const draw = (drawing: Drawing) => {
  const drawn = painter.draw(drawing, bundledOrSample);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.error));
  return drawn.value;
};

test.each(Object.entries(sampleDrawings))('a drawing has the expected pixels: %s', async (name, drawing) => {
  expect(await pictureDigest(painter.draw(drawing, bundledOrSample))).toBe(sampleDigests[name]);
});

test('a drawing does not depend on earlier drawings', async () => {
  const digests: Record<string, string> = {};
  for (const [name, drawing] of Object.entries(sampleDrawings).reverse())
    digests[name] = await pictureDigest(painter.draw(drawing, bundledOrSample));
  expect(digests).toEqual(sampleDigests);
});

describe('a picture', () => {
  test('has its origin at the corner of the box, excluding the stroke', () => {
    const plain = draw(shape({ width: 10, height: 6 }));
    expect(plain).toMatchObject({ width: 10, height: 6, originX: 0, originY: 0, scaleX: 1, scaleY: 1 });
    expect(plain.rgba.every((part) => part === 255)).toBe(true);
    const stroked = draw(shape({ width: 10, height: 6, stroke: { width: 4, color: ink('ff0000') } }));
    expect(stroked).toMatchObject({ width: 14, height: 10, originX: 2, originY: 2 });
  });

  test('has premultiplied pixels', () => {
    const { rgba } = draw(shape({ width: 1, height: 1, fill: ink('ff8000', 0.5) }));
    expect([...rgba]).toEqual([128, 64, 0, 128]);
  });

  test('has no empty edges and at least one pixel', () => {
    const small = draw(shape({ width: 900, height: 900, outline: { kind: 'path', data: 'M800 700h10v5h-10z' } }));
    expect(small).toMatchObject({ width: 10, height: 5, originX: -800, originY: -700 });
    expect(draw(text(''))).toMatchObject({ width: 1, height: 1, layout: { width: 1, height: 48 } });
  });

  test('is drawn smaller if its box exceeds the limit', () => {
    const { width, height, scaleX } = draw(shape({ width: 20_000, height: 100 }));
    expect([width, height, scaleX]).toEqual([8192, 41, 0.4096]);
  });

  test('is cut off at the maximum size', () => {
    const far = draw(shape({ outline: { kind: 'path', data: 'M-90000 0H90000V60H-90000z' } }));
    expect(far).toMatchObject({ width: 8192, height: 60, originX: 4046, scaleX: 1 });
  });
});

describe('an image', () => {
  test('is drawn upright according to its EXIF orientation', () => {
    expect(draw(image('turnedJpeg'))).toMatchObject({ width: 32, height: 48 });
    expect(draw(image('jpeg'))).toMatchObject({ width: 48, height: 32 });
  });

  test('is converted to sRGB if it has a wide gamut', () => {
    const [narrow, wide] = [draw(image('png')).rgba, draw(image('wideGamutPng')).rgba];
    expect([...narrow.subarray(0, 3)]).toEqual([127, 0, 254]);
    expect([...wide.subarray(0, 3)]).toEqual([140, 0, 255]);
  });

  test('has a picture with no more pixels than its source', () => {
    const { width, height, scaleX } = draw(image('png', { width: 24, fit: 'contain', scale: 4 }));
    expect([width, height, scaleX]).toEqual([48, 32, 2]);
  });

  test.each<[SampleImage]>([['png'], ['jpeg'], ['webp'], ['losslessWebp'], ['gif'], ['bmp']])(
    'is refused if it is truncated: %s',
    (name) => {
      const whole = sampleImage(name);
      const cut = whole.subarray(0, Math.floor(whole.length * 0.7));
      const fault = { ok: false, error: { code: 'source/unreadable', digest: 'cut', isIncomplete: true } };
      expect(painter.draw(image('cut'), () => cut)).toEqual(fault);
      expect(painter.layOut(image('cut'), () => cut)).toEqual(fault);
    },
  );

  test('is refused if its JPEG scan has a hole', () => {
    const file = sampleImage('jpeg');
    const hole = file.slice().fill(0, file.length - 300, file.length - 100);
    const fault = { ok: false, error: { code: 'source/unreadable', digest: 'hole', isIncomplete: true } };
    expect(painter.draw(image('hole'), () => hole)).toEqual(fault);
    expect(painter.layOut(image('hole'), () => hole)).toEqual(fault);
  });

  test('is refused before decoding if its size is enormous', () => {
    const enormous = sampleImage('png');
    new DataView(enormous.buffer).setUint32(16, 8193);
    const refused = { ok: false, error: { code: 'source/too-large', digest: 'enormous' } };
    expect(painter.draw(image('enormous'), () => enormous)).toEqual(refused);
    expect(painter.layOut(image('enormous'), () => enormous)).toEqual(refused);
  });

  test('is refused if its format is unknown', () => {
    const fault = { ok: false, error: { code: 'source/kind', digest: 'words' } };
    expect(painter.layOut(image('words'), () => new TextEncoder().encode('no image'))).toEqual(fault);
  });
});

test('an invalid path is reported with its position', () => {
  const broken = shape({ outline: { kind: 'path', data: 'M0 0 L 1' } });
  const fault = { ok: false, error: { code: 'template/path', at: 8 } };
  expect(painter.layOut(broken, bundledOrSample)).toEqual(fault);
  expect(painter.draw(broken, bundledOrSample)).toEqual(fault);
});
