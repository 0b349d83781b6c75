import { expect, test } from 'vitest';
import { templateInShape } from './arrange-scenes.ts';

/** Returns the layers of a scene of a 960×540 movie in 9:16. */
function tall(...layers: readonly string[]): readonly string[] {
  const text = `<movie width="960" height="540" framerate="25">\n<scene duration="25">\n${layers.join('\n')}\n</scene>\n</movie>\n`;
  const reshaped = templateInShape(text, 'tall');
  return reshaped.ok ? reshaped.value.split('\n').slice(2, -3) : [];
}

test('texts in a column keep their area and relative height', () => {
  expect(
    tall(
      '<video src="a.mp4"/>',
      '<text content="For" size="30" width="90%" position="0, -190"/>',
      '<text content="${name}" size="110" width="840" height="140" position="0, -110"/>',
      '<solid color="#fff" width="260" height="3" position="0, -20"/>',
    ),
  ).toEqual([
    '<video src="a.mp4" fit="cover"/>',
    '<text content="For" size="23" width="90%" position="0, -279"/>',
    '<text content="${name}" size="83" width="473" height="140" position="0, -199"/>',
    '<solid color="#fff" width="146" height="1.7" position="0, -109"/>',
  ]);
});

test('a text near the bottom stays there', () => {
  expect(tall('<text content="Summer" size="40" height="60" position="0, 220"/>')).toEqual([
    '<text content="Summer" size="30" height="60" position="0, 391"/>',
  ]);
});

test('a text with neighbors grows into the available space', () => {
  const text = '<text content="Hi" size="40" position="-200, 0"/>';
  expect(tall(text)).toEqual(['<text content="Hi" size="31" position="-108, 0"/>']);
  const middle = '<text content="Hi" size="40"/>';
  expect(tall(middle, '<image src="a.png" width="100" position="300, 0"/>')).toEqual([
    '<text content="Hi" size="31" position="-66, 0"/>',
    '<image src="a.png" width="75" position="159, 0"/>',
  ]);
  expect(
    tall('<text content="Hi" size="40"><animation><key time="0" position="0, 80"/></animation></text>')[0],
  ).toContain('size="31"');
  // A scene with a variable position is only scaled.
  expect(tall(middle, '<solid color="#fff" width="9" height="9" position="${place}"/>')[0]).toContain('size="23"');
});

test('a text line without a height grows only while it stays single', () => {
  const long = 'A line of words that goes from edge to edge';
  expect(tall(`<text content="${long}" size="40"/>`)).toEqual([`<text content="${long}" size="23"/>`]);
  expect(tall('<text content="An evening outdoors" size="64" width="840"/>')).toEqual([
    '<text content="An evening outdoors" size="41" width="473"/>',
  ]);
  expect(tall('<text content="An evening outdoors" size="64" width="100%"/>')).toEqual([
    '<text content="An evening outdoors" size="47" width="100%"/>',
  ]);
});

test('spans are measured with their line and scaled', () => {
  const text = (size: number, spans: string, large: number) =>
    `<text size="${size}"><content>An <span weight="700">${spans}</span> <span size="${large}">outdoors</span></content></text>`;
  const short = tall(text(64, 'evening', 64));
  expect(short).toEqual([text(43, 'evening', 43)]);
  // A text line that already fills the width of the frame cannot grow.
  expect(tall(text(40, 'A line of words that goes from edge', 40))).toEqual([
    text(23, 'A line of words that goes from edge', 23),
  ]);
  // A text in larger letters fills a larger part of the line.
  expect(tall(text(32, 'evening', 128))).toEqual([text(19, 'evening', 76)]);
});

test('a logo stays in its corner', () => {
  const logo = '<image src="logo.png" width="80" origin="topright" position="-40, 40"/>';
  expect(tall('<text content="Hi" size="40"/>', logo)).toEqual([
    '<text content="Hi" size="30"/>',
    '<image src="logo.png" width="45" origin="topright" position="-23, 23"/>',
  ]);
});

test('a text with 200,001 lines is enlarged', () => {
  const lines = `${'a&#10;'.repeat(200_000)}a`;
  const [text = ''] = tall(`<text content="${lines}" size="40"/>`);
  expect(text).toContain('size="30"');
});
