import { expect, test } from 'vitest';
import { readClipboard } from '#shared/editing/plan/clipboard.ts';
import { filesOf } from './pasted-files.ts';

test('the files of a paste include the defaults of variables', () => {
  const content = readClipboard(`<layers>
  <resources>
    <font family="Outfit" src="Outfit.ttf"/>
    <variable name="photo" type="image" default="face.jpg"/>
    <variable name="word" default="word.txt"/>
    <variable name="logo" type="image" default=""/>
  </resources>
  <image src="\${photo}"/>
  <group><image src="rays.svg"/><image src="Rays.svg"/><video src="\${clip, clip.mp4}"/></group>
  <video url="https://example.org/a.mp4"/>
</layers>`);
  if (!content.ok) throw new Error('it holds nothing');
  expect(filesOf(content.value)).toEqual(['Rays.svg', 'clip.mp4', 'Outfit.ttf', 'face.jpg']);
});
