import { expect, test } from 'vitest';
import { PORTRAIT_CAPTIONS } from '#shared/editing/insert/insertable.ts';
import { platformNamed } from '#shared/film-check/platforms.ts';
import { required } from '#shared/lib/assert.ts';
import { safeRects } from './safe-areas.ts';

test('captions in a portrait movie are inside every app’s safe area', () => {
  const frame = { width: 1080, height: 1920 };
  const [, below = 0] = PORTRAIT_CAPTIONS.position.split(',').map(Number.parseFloat);
  const bottom = frame.height * (1 + below / 100);
  const half = (frame.width * Number.parseFloat(PORTRAIT_CAPTIONS.width)) / 200;
  for (const area of ['tiktok', 'reels', 'shorts'] as const) {
    const title = required(platformNamed(area)?.margins, 'margins');
    const rect = safeRects({ name: area, action: null, title }, frame).at(-1)?.rect;
    const right = (rect?.left ?? 0) + (rect?.width ?? 0);
    expect([area, bottom <= (rect?.top ?? 0) + (rect?.height ?? 0)]).toEqual([area, true]);
    expect([area, frame.width / 2 - half >= (rect?.left ?? 0), frame.width / 2 + half <= right]).toEqual([
      area,
      true,
      true,
    ]);
  }
});
