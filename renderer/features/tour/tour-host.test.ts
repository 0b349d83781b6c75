import { expect, test } from 'vitest';
import { cardPlace } from './tour-host.tsx';

const card = { width: 320, height: 160 };
const window = { width: 1280, height: 720 };

test('a tour card is right, left, above, or below its area', () => {
  expect(cardPlace({ left: 0, top: 44, width: 264, height: 392 }, card, window)).toEqual({ left: 276, top: 160 });
  expect(cardPlace({ left: 992, top: 44, width: 288, height: 392 }, card, window)).toEqual({ left: 660, top: 160 });
  expect(cardPlace({ left: 0, top: 436, width: 1280, height: 260 }, card, window)).toEqual({ left: 480, top: 264 });
  expect(cardPlace({ left: 0, top: 0, width: 1280, height: 44 }, card, window)).toEqual({ left: 480, top: 56 });
});

test('a card is centered if its area is hidden or too large', () => {
  expect(cardPlace({ left: 0, top: 0, width: 1280, height: 720 }, card, window)).toEqual({ left: 480, top: 280 });
  expect(cardPlace(null, card, window)).toEqual({ left: 480, top: 280 });
});

test('a tour card stays inside the window', () => {
  expect(cardPlace({ left: 0, top: 690, width: 200, height: 30 }, card, window)).toEqual({ left: 212, top: 548 });
  expect(cardPlace({ left: 0, top: 0, width: 300, height: 200 }, card, { width: 300, height: 200 })).toEqual({
    left: 12,
    top: 20,
  });
});
