import { expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { templateInShape } from './arrange-scenes.ts';

test('the comments before the movie name the new aspect ratio', () => {
  const text =
    '<!-- A launch, 16:9, not 116:9. -->\n<movie width="1920" height="1080" framerate="25"><!-- 16:9 --></movie>';
  expect(templateInShape(text, 'tall')).toEqual({
    ok: true,
    value:
      '<!-- A launch, 9:16, not 116:9. -->\n<movie width="1080" height="1920" framerate="25"><!-- 16:9 --></movie>',
  });
});

test('a new frame size adapts layers and preserves the rest', () => {
  const text = `<?xml version="1.0"?>
<!-- For shops -->
<movie width="1280" height="720" framerate="25">
  <scene duration="25"><video src="a.mp4"/><text content="\${name, Ada}" size="96"/></scene>
</movie>
`;
  const reshaped = templateInShape(text, 'tall');
  expect(reshaped).toEqual({
    ok: true,
    value: text
      .replace('width="1280" height="720"', 'width="720" height="1280"')
      .replace('"a.mp4"', '"a.mp4" fit="cover"')
      .replace('"96"', '"72"'),
  });
});

test('the new frame size changes the default of a size variable', () => {
  expect(templateInShape('<movie width="${w, 1280}" height="720" framerate="25"/>', 'square')).toEqual({
    ok: true,
    value: '<movie width="${w, 720}" height="720" framerate="25"/>',
  });
});

test.each(['', '<movie', '<movie width="${w}" height="720" framerate="25"/>'])(
  'an invalid template or a missing size is refused: %s',
  (text) => {
    const reshaped = templateInShape(text, 'square');
    expect(reshaped.ok).toBe(false);
    expect(reshaped.ok ? reshaped.value : inEnglish(reshaped.error)).toMatch(/^\S+ .*\w/);
  },
);
