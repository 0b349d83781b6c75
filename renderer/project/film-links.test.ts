import { expect, it } from 'vitest';
import { expiryOf, readLinkChoices } from './film-links.tsx';

it('a link expires after the chosen time, or never', () => {
  expect([expiryOf('never', 1000), expiryOf('day', 1999), expiryOf('month', 0)]).toEqual([null, 86_401, 2_592_000]);
});

it('valid stored settings of links are restored', () => {
  const ofForms = { title: '', language: 'browser', upload: '', download: true, streams: false };
  expect(readLinkChoices({ format: 'gif', lifetime: 'week', free: ['name'], loudness: '-16' })).toEqual({
    ...{ format: 'gif', lifetime: 'week', free: [] },
    ...{ loudness: '-16', truepeak: '' },
    ...ofForms,
  });
  for (const stored of [null, 'x', { format: 'exe', lifetime: 3, loudness: '9' }])
    expect(readLinkChoices(stored)).toEqual({
      ...{ format: 'mp4', lifetime: 'never', free: [] },
      ...{ loudness: '', truepeak: '' },
      ...ofForms,
    });
});
