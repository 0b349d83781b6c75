import { expect, test } from 'vitest';
import { isOfKinds } from './source-picker.tsx';

test('a GIF matches both the kinds video and image', () => {
  const gif = { kind: 'video', videoCodec: 'gif' } as const;
  expect([isOfKinds(gif, ['image']), isOfKinds(gif, ['video']), isOfKinds(gif, ['font'])]).toEqual([true, true, false]);
  expect(isOfKinds({ kind: 'video', videoCodec: 'h264' }, ['image'])).toBe(false);
  expect(isOfKinds({ kind: 'image', videoCodec: 'svg' }, ['image'])).toBe(true);
  expect(isOfKinds(null, ['image'])).toBe(true);
});
