import { describe, expect, test } from 'vitest';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { edited } from '../model/testing/editing.ts';

/** Returns the line of a single layer in a scene of a 1920×1080 movie after a change of the size. */
function adapted(line: string, width = 1080, height = 1920, values: Readonly<Record<string, string>> = {}): string {
  const text = `<movie width="1920" height="1080" framerate="25">\n  <scene duration="25">\n    ${line}\n  </scene>\n</movie>\n`;
  const { source } = edited(sourceOf(text), { type: 'movie/reshape', to: { width, height } }, values);
  return source.text.split('\n').slice(2, -3).join('\n').trim();
}

describe('layers in a frame of another aspect ratio', () => {
  test('keep the size of texts relative to the short side', () => {
    expect(
      adapted('<text content="Hi" size="96" width="1600" position="0, -200" letterspacing="2" padding="20 40"/>'),
    ).toBe('<text content="Hi" size="54" width="900" position="0, -113" letterspacing="1.1" padding="11 23"/>');
  });

  test('have a written value if the default would change', () => {
    expect(adapted('<text content="Hi"/>')).toBe('<text content="Hi" size="23"/>');
    expect(adapted('<solid color="#fff"><filter type="blur"/></solid>')).toContain(
      '<filter type="blur" radius="2.8"/>',
    );
  });

  test('keep percentages unchanged', () => {
    const line = '<solid color="#fff" width="100%" height="20%" origin="bottom" position="0, -10%"/>';
    expect(adapted(line)).toBe(line);
  });

  test('keep filling the frame with a video or picture', () => {
    expect(adapted('<video src="a.mp4"/>')).toBe('<video src="a.mp4" fit="cover"/>');
    expect(adapted('<image src="a.png" width="100%" height="100%" fit="stretch"/>')).toContain('fit="cover"');
    expect(adapted('<video src="a.mp4" width="600" height="400"/>')).toBe(
      '<video src="a.mp4" width="338" height="225"/>',
    );
    expect(adapted('<video src="a.mp4"/>', 1280, 720)).toBe('<video src="a.mp4"/>');
  });

  test('cover the new frame if they cover the old one', () => {
    expect(adapted('<image src="a.svg" width="2200" height="2200" position="0, -60"/>')).toBe(
      '<image src="a.svg" width="2550" height="2550" position="0, -34"/>',
    );
    expect(adapted('<solid color="#fff" width="1920" height="1080"/>')).toBe(
      '<solid color="#fff" width="1080" height="1920"/>',
    );
    expect(adapted('<video src="a.mp4" width="2000" height="1100" fit="cover"/>')).toBe(
      '<video src="a.mp4" width="1125" height="1932" fit="cover"/>',
    );
    expect(adapted('<solid color="#fff" width="1920" height="400"/>')).toBe(
      '<solid color="#fff" width="1080" height="225"/>',
    );
    expect(adapted('<image src="a.svg" width="2200" height="2200"/>', 960, 540)).toBe(
      '<image src="a.svg" width="1100" height="1100"/>',
    );
  });

  test('get a new scale if they have their own pixel size', () => {
    expect(adapted('<image src="logo.png" origin="topright" position="-90, 60" anchor="10, 0"/>')).toBe(
      '<image src="logo.png" origin="topright" position="-51, 34" anchor="10, 0" scale="0.563"/>',
    );
    const keys = '<image src="a.png"><animation><key time="0" scale="2" position="0, 64"/></animation></image>';
    expect(adapted(keys)).toContain('<key time="0" scale="1.125" position="0, 36"/>');
    expect(adapted('<shape points="0,0;9,0;9,9" scale="2, 1" linewidth="4" stroke="#fff"/>')).toContain(
      'scale="1.125, 0.563" linewidth="4"',
    );
  });

  test('keep their crop and outline colors', () => {
    expect(adapted('<image src="a.png" width="400" crop="10, 0, 10, 0"/>')).toContain('crop="10, 0, 10, 0"');
    expect(adapted('<text content="Hi" size="32" outline="4, #102030" shadow="0, 8, 16, #000000a0"/>')).toBe(
      '<text content="Hi" size="18" outline="2.3, #102030" shadow="0, 4.5, 9, #000000a0"/>',
    );
  });

  test('have scaled keyframes and presets', () => {
    expect(adapted('<text content="a" size="16"><animation type="slidein" distance="160"/></text>')).toContain(
      'distance="90"',
    );
    expect(
      adapted(
        '<text content="a" size="16"><animation><key time="0" position="0, 80" fontsize="32"/></animation></text>',
      ),
    ).toContain('position="0, 45" fontsize="18"');
  });

  test('have a scaled default only if it is the whole value', () => {
    expect(adapted('<text content="a" size="${size, 96}" position="${x}, 20"/>')).toBe(
      '<text content="a" size="${size, 54}" position="${x}, 20"/>',
    );
  });

  test('have sizes within their limits', () => {
    expect(adapted('<text content="a" size="1"/>', 96, 54)).toBe('<text content="a" size="1"/>');
    expect(adapted('<text content="a" size="1500"/>', 3840, 2160)).toBe('<text content="a" size="2000"/>');
  });

  test('keep unreadable values unchanged', () => {
    const line = `<text content="a" size="${'9'.repeat(400)}" position="here" letterspacing="1e3"/>`;
    expect(adapted(line)).toBe(line);
  });
});

describe('a picture that is fitted into the frame', () => {
  test('fills the frame that has its own shape', () => {
    const photo = '<image src="a.jpg" width="608" height="1080"/>';
    expect(adapted(photo, 900, 1600)).toBe('<image src="a.jpg" width="900" height="1600"/>');
  });

  test('is fitted into a frame of another shape', () => {
    const photo = '<image src="a.jpg" position="0, 0" width="1440" height="1080"/>';
    expect(adapted(photo)).toBe('<image src="a.jpg" position="0, 0" width="1080" height="810"/>');
  });

  test('beside other layers keeps its place and its share of the frame', () => {
    const half = '<image src="a.jpg" origin="right" width="960" height="1080"/>';
    expect(adapted(half)).toBe('<image src="a.jpg" origin="right" width="540" height="608"/>');
  });
});

test('a new size with a new rate adapts layers and times in one step', () => {
  const text =
    '<movie width="1920" height="1080" framerate="25">\n  <scene duration="50"><solid color="#fff" width="160" height="80" offset="10"/></scene>\n</movie>\n';
  const { source } = edited(sourceOf(text), {
    type: 'movie/reshape',
    to: { width: 1080, height: 1920 },
    frameRate: { numerator: 50, denominator: 1 },
  });
  expect(source.text).toBe(
    '<movie width="1080" height="1920" framerate="50">\n  <scene duration="100"><solid color="#fff" width="90" height="45" offset="20"/></scene>\n</movie>\n',
  );
});

test('`movie/set` does not adapt layers to the frame', () => {
  const text =
    '<movie width="1920" height="1080" framerate="25">\n  <scene duration="25"><text content="a"/></scene>\n</movie>\n';
  const { source } = edited(sourceOf(text), { type: 'movie/set', width: 1080, height: 1920 });
  expect(source.text).toBe(text.replace('1920', '0').replace('1080', '1920').replace('"0"', '"1080"'));
});

test('captions move into the safe area of a portrait movie', () => {
  const film = (width: number, height: number, position: string, own: string) =>
    `<movie width="${width}" height="${height}" framerate="25">
  <scene duration="25">
    <captions src="a.srt" size="49"${own}/>
    <text content="Hi" origin="bottom" position="${position}" anchor="0, 50%"/>
    <text content="Hi" position="0, -8%"/>
    <captions src="b.srt" position="0, -20%"/>
  </scene>
</movie>
`;
  const wide = film(1920, 1080, '0, -8%', '');
  const { source } = edited(sourceOf(wide), { type: 'movie/set', width: 1080, height: 1920 });
  expect(source.text).toBe(film(1080, 1920, '0, -36%', ' position="0, -36%" width="64%"'));
  const { source: back } = edited(source, { type: 'movie/set', width: 1920, height: 1080 });
  expect(back.text).toBe(film(1920, 1080, '0, -8%', ' position="0, -8%" width="80%"'));
  const { source: larger } = edited(sourceOf(wide), { type: 'movie/set', width: 1280, height: 720 });
  expect(larger.text).toBe(film(1280, 720, '0, -8%', ''));
});
