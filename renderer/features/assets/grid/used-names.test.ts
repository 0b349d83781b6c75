import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { usedNames } from './used-names.ts';

test('the used names include nested layers, sounds, and fonts', () => {
  const movie = movieOf(
    film(
      '<resources><font src="sans.woff2" family="Sans"/></resources>',
      '<audio src="music.mp3"/>',
      '<scene duration="9"><video src="a.mp4"/><audio src="click.wav"/></scene>',
      '<scene duration="9"><group><image src="b.png"/></group><text content="x" font="Sans"/></scene>',
      '<scene duration="9" enabled="false"><video src="a.mp4"/><audio src="music.mp3"/></scene>',
    ),
  );
  const used = new Map(usedNames(movie).map(({ name, scenes }) => [name, scenes]));
  expect(Object.fromEntries(used)).toEqual({
    'a.mp4': [1, 3],
    'click.wav': [1],
    'b.png': [2],
    'music.mp3': [3],
    'sans.woff2': [],
  });
});

test('an asset is used in scenes by layers, effects, and transitions', () => {
  const { source } = readTemplate(`<movie width="16" height="16" framerate="25">
    <scene duration="9"><video src="a.mp4"><filter type="cube" src="look.cube"/></video></scene>
    <transition type="luma" src="clouds.png" duration="2"/>
    <scene duration="9"><image src="a.png"/><captions src="talk.srt" font="talk.ttf"/></scene>
    <transition type="luma" src="end.png" duration="2"/></movie>`);
  if (source === null) throw new Error('it can be read');
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  expect(usedNames(movie)).toEqual([
    { name: 'a.mp4', scenes: [1] },
    { name: 'look.cube', scenes: [1] },
    { name: 'a.png', scenes: [2] },
    { name: 'talk.srt', scenes: [2] },
    { name: 'talk.ttf', scenes: [2] },
    { name: 'clouds.png', scenes: [2] },
    { name: 'end.png', scenes: [2] },
  ]);
});

test('an asset in an overlay is used in no scene', () => {
  const movie = movieOf(
    film(
      '<scene id="a" duration="9"/>',
      '<transition type="custom" duration="2"><scene><layer ref="a"/><image src="frame.png"/><audio src="whoosh.mp3"/></scene></transition>',
      '<scene duration="9"/>',
      '<overlay><group><image src="logo.png"/></group><audio src="jingle.mp3"/></overlay>',
    ),
  );
  expect(usedNames(movie)).toEqual([
    { name: 'frame.png', scenes: [2] },
    { name: 'whoosh.mp3', scenes: [2] },
    { name: 'logo.png', scenes: [] },
    { name: 'jingle.mp3', scenes: [] },
  ]);
});
