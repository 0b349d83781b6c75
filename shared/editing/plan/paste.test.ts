import { describe, expect, test } from 'vitest';
import { edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';
import { effectsToClipboard, layersToClipboard, scenesToClipboard } from './clipboard.ts';

const greeting = () =>
  film(
    '<resources>',
    '<font family="Outfit" src="Outfit-Bold.ttf" weight="700"/>',
    '<font family="Caveat" src="Caveat.ttf"/>',
    '<font family="Unused" src="Unused.ttf"/>',
    '<variable name="unused" default="1"/>',
    '<variable name="accent" type="color" default="#f2545b"/>',
    '<variable name="face" type="font" default="Caveat"/>',
    '</resources>',
    '<scene duration="50"><text content="${who, friend}" font="Outfit"/></scene>',
    '<scene duration="50">',
    '<text content="Hello ${who}" font="${face}" color="${accent}"/>',
    '<solid color="#000000"><filter type="tint" color="${accent}"/></solid>',
    '</scene>',
  );
const other = () => film('<scene duration="20"><video src="b.mp4"/></scene>');

describe('pasting into another movie', () => {
  test('adds the required fonts and variables in one step', () => {
    const from = greeting();
    const text = scenesToClipboard(from.document, [sceneId(from, 1)], null);
    const { source, label } = edited(other(), { type: 'scenes/paste', text, at: 1 });
    expect(linesOf(source).slice(0, 7)).toEqual([
      '<resources>',
      '<font family="Caveat" src="Caveat.ttf"/>',
      '<variable name="accent" type="color" default="#f2545b"/>',
      '<variable name="face" type="font" default="Caveat"/>',
      '<variable name="who" default="friend"/>',
      '</resources>',
      '<scene duration="20"><video src="b.mp4"/></scene>',
    ]);
    expect(label).toBe('Paste 1 scene');
  });

  test('keeps declarations and fonts that the movie already has', () => {
    const from = greeting();
    const text = layersToClipboard(from.document, [elementId(from, 'text', 1)], null);
    const into = film(
      '<resources><variable name="accent" default="#00ff00"/><font family="caveat" src="mine.ttf"/></resources>',
      '<scene duration="20"><text content="${who, you}"/></scene>',
    );
    const { source } = edited(into, { type: 'layers/paste', text, parent: sceneId(into, 0) });
    expect(source.text.match(/<(variable|font) [^>]*>/g)).toEqual([
      '<variable name="accent" default="#00ff00"/>',
      '<font family="caveat" src="mine.ttf"/>',
      '<variable name="face" type="font" default="Caveat"/>',
    ]);
  });

  test('adds nothing in the source movie', () => {
    const from = greeting();
    const text = layersToClipboard(from.document, [elementId(from, 'text', 1)], null);
    const { source } = edited(from, { type: 'layers/paste', text, parent: sceneId(from, 0) });
    expect(source.text.match(/<(variable|font) /g)).toHaveLength(6);
  });

  test('adds the variables of pasted effects', () => {
    const from = greeting();
    const into = other();
    const text = effectsToClipboard(from.document, [elementId(from, 'filter')]);
    const { source } = edited(into, {
      type: 'effects/paste',
      text,
      targets: [elementId(into, 'video')],
      mode: 'append',
    });
    expect(source.text).toContain('<variable name="accent" type="color" default="#f2545b"/>');
    expect(source.text).toContain('<filter type="tint" color="${accent}"/>');
  });
});
