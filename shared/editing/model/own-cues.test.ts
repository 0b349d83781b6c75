import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { applyCommand } from '../apply-command.ts';
import type { PlannableCommand } from './commands.ts';
import { addedCue, cueTimes, joinedCues, ownCuesIn, removedCue, splitCue, type TimedOwnCue } from './own-cues.ts';

const CUES = '<cue start="25" end="2s">Good evening</cue><cue start="2.5s" end="3s">friends</cue>';

function opened(cues: string) {
  const text = `<movie width="100" height="50" framerate="25"><scene duration="99"><captions>${cues}</captions></scene></movie>`;
  const source = required(readTemplate(text).source, 'the template');
  const captions = required(
    [...elementsOf(source.document.root)].find(({ name }) => name === 'captions'),
    'the captions',
  );
  const listed = ownCuesIn(captions, frameRate(25));
  const after = (command: PlannableCommand | null): string => {
    const applied = applyCommand({ source, values: new Map() }, required(command, 'the command'));
    if (!applied.ok) throw new Error(JSON.stringify(applied.error));
    return required(/<captions>(.*)<\/captions>/s.exec(applied.value.source.text)?.[1], 'the cues')
      .replaceAll(/>\s+</g, '><')
      .trim();
  };
  return { captions: captions.id, listed, after };
}

test('cues are listed by time, in milliseconds', () => {
  const { listed } = opened('<cue start="2s" end="3s">b</cue><cue start="0" end="10">a</cue>');
  expect(listed.map(({ text, time }) => [text, time])).toEqual([
    ['a', { start: 0, end: 400 }],
    ['b', { start: 2000, end: 3000 }],
  ]);
});

test('a cue of a list or with variables has unknown times', () => {
  const { listed } = opened('<cue each="${lines}" start="0" end="9">${item}</cue><cue start="${from}" end="9">x</cue>');
  expect(listed.map(({ text, time, list }) => [text, time, list])).toEqual([
    ['${item}', null, 'lines'],
    ['x', null, null],
  ]);
});

test('an added cue ends before the next one', () => {
  const { captions, listed, after } = opened(CUES);
  expect(after(addedCue(captions, listed, { at: 1500, text: 'New' }))).toBe(
    '<cue start="25" end="2s">Good evening</cue><cue start="2s" end="2.5s">New</cue><cue start="2.5s" end="3s">friends</cue>',
  );
  expect(after(addedCue(captions, listed, { at: 0, text: 'New' }))).toBe(`<cue start="0s" end="1s">New</cue>${CUES}`);
});

test('a cue is split, joined, timed, and removed', () => {
  const { captions, listed, after } = opened(CUES);
  const [first, second] = [required(listed[0], 'the first'), required(listed[1], 'the second')];
  expect(after(splitCue(captions, first as TimedOwnCue, 5))).toBe(
    '<cue start="25" end="1.364s">Good</cue><cue start="1.364s" end="2s">evening</cue><cue start="2.5s" end="3s">friends</cue>',
  );
  expect(splitCue(captions, first as TimedOwnCue, 0)).toBeNull();
  expect(after(joinedCues(first, second))).toBe('<cue start="25" end="3s">Good evening friends</cue>');
  expect(after(cueTimes(second, { start: 2600, end: 2610 }))).toContain('<cue start="2.6s" end="2.7s">friends');
  expect(after(removedCue(first))).toBe('<cue start="2.5s" end="3s">friends</cue>');
});
