import { expect, test } from 'vitest';
import { selectNodes } from '../model/selection.ts';
import { edited, elementId, film, linesOf, movieOf, sceneId } from '../model/testing/editing.ts';
import { detachSoundCommand } from './plan-insert.ts';

function detached(source: ReturnType<typeof film>, id: ReturnType<typeof sceneId>, isSilent = () => false) {
  const command = detachSoundCommand({ document: source.document, selection: selectNodes([id]) }, isSilent);
  return command === null ? null : edited(source, command);
}

test('the detached sound of a video becomes a selected sound', () => {
  const source = film(
    '<scene duration="50">',
    '<video src="a.mp4" skip="1s" offset="5" duration="30" volume="${loud, 0.5}" soundfadein="10" end="loop" opacity="0.5"/>',
    '</scene>',
  );
  const result = detached(source, elementId(source, 'video'));
  expect(result === null ? [] : linesOf(result.source)).toEqual([
    '<scene duration="50">',
    '<video src="a.mp4" skip="1s" offset="5" duration="30" volume="${loud, 0.5}" soundfadein="10" end="loop" opacity="0.5" audio="false"/>',
    '<audio src="a.mp4" skip="1s" offset="5" duration="30" volume="${loud, 0.5}" fadein="10" loop="true" ducks="false"/>',
    '</scene>',
  ]);
  expect(result?.label).toBe('Detach sound');
  expect(result?.selection?.ids).toEqual([movieOf(result?.source ?? source).scenes[0]?.sounds[0]?.id]);
});

test('the detached sound keeps the volume keyframes of its video', () => {
  const source = film(
    '<scene duration="50">',
    '<video src="a.mp4">',
    '<animation><key time="0" volume="0" opacity="0"/><key time="20" volume="1" easing="linear"/></animation>',
    '<animation><key time="0" scale="1"/></animation>',
    '</video>',
    '<video src="b.mp4" audio="false"/>',
    '<video src="c.mp4" freeze="1s"/>',
    '</scene>',
  );
  const result = detached(source, sceneId(source, 0));
  expect(result === null ? [] : linesOf(result.source).slice(-7)).toEqual([
    '<audio src="a.mp4" ducks="false">',
    '<animation>',
    '<key time="0" volume="0"/>',
    '<key time="20" volume="1" easing="linear"/>',
    '</animation>',
    '</audio>',
    '</scene>',
  ]);
});

test('the command is null without an audible video', () => {
  const source = film('<scene duration="50">', '<video src="a.mp4"/>', '<text content="Hello"/>', '</scene>');
  expect(detached(source, elementId(source, 'text'))).toBe(null);
  expect(detached(source, elementId(source, 'video'), () => true)).toBe(null);
});
