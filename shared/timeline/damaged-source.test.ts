import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline } from './build-timeline.ts';
import { damageFindings, type SourceDamage } from './damaged-source.ts';

/** Returns the findings of a movie at 25 frames per second. Sources with names such as `cut…` end after 2 s. */
function findingsOf(inside: string, damage: Partial<SourceDamage> = {}): readonly object[] {
  const { document } = sourceOf(`<movie width="64" height="36" framerate="25">${inside}</movie>`);
  const sourceEnds = () => ({ picture: 2, sound: 2 });
  const { movie, findings } = resolveTemplate(document, { values: new Map(), missing: 'error', sourceEnds });
  const cut = { from: 2, until: 4, there: 50, lacking: 50, ...damage };
  const found = damageFindings(buildTimeline(required(movie, JSON.stringify(findings))), ({ source }) =>
    source.kind === 'asset' && source.name.startsWith('cut') ? cut : null,
  );
  return found.map(({ says }) => says.values);
}

const SOUND = { there: null, lacking: null };

describe('a truncated source', () => {
  test('is reported if a layer holds its last picture', () => {
    expect(findingsOf('<scene duration="75"><video src="cut.mp4"/></scene>')).toEqual([
      { source: 'cut.mp4', seconds: 2, there: 50, lacking: 50, held: 25 },
    ]);
    expect(findingsOf('<scene duration="50"><video src="cut.mp4"/></scene>')).toEqual([]);
  });

  test('is reported with its silent frames if only the sound is truncated', () => {
    const cut = { ...SOUND, from: 1, until: 3, of: 'sound' } as const;
    const silent = [{ source: 'cut.mp4', seconds: 1, held: 50 }];
    expect(findingsOf('<scene duration="100"><video src="cut.mp4"/></scene>', cut)).toEqual(silent);
    expect(findingsOf('<scene duration="100"><video src="cut.mp4" audio="false"/></scene>', cut)).toEqual([]);
    expect(findingsOf('<scene duration="20"><video src="cut.mp4"/></scene>', cut)).toEqual([]);
  });

  test('is reported even if its scene has no frames after it', () => {
    expect(findingsOf('<scene><video src="cut.mp4"/></scene>')).toMatchObject([{ source: 'cut.mp4', held: 0 }]);
  });

  test.each([
    ['a scene', '<scene duration="75"><solid color="#ff0000"/><audio src="cut.mp3"/></scene>'],
    ['the movie', '<scene duration="75"><solid color="#ff0000"/></scene><audio src="cut.mp3"/>'],
  ])('is reported for a sound: %s', (_, inside) => {
    expect(findingsOf(inside, SOUND)).toMatchObject([{ source: 'cut.mp3', seconds: 2, there: null, held: 25 }]);
  });

  test('is reported once for several uses', () => {
    const scene = '<scene duration="75"><video src="cut.mp4"/><video src="cut.mp4"/></scene>';
    expect(findingsOf(scene + scene)).toHaveLength(1);
    expect(findingsOf(`${scene}<scene duration="75"><video src="cut too.mp4"/></scene>`)).toHaveLength(2);
  });

  test.each([
    ['a shorter duration', 'duration="50"', []],
    ['a late start', 'offset="25"', []],
    ['a late start with missing frames', 'offset="10"', [{ held: 15 }]],
    ['a negative overlap', 'overlap="-20"', [{ held: 5 }]],
    ['a positive overlap', 'overlap="5"', [{ held: 30 }]],
  ])('counts as missing only the frames that the video uses: %s', (_, attributes, expected) => {
    const inside = `<scene duration="75"><solid color="#ff0000"/><video src="cut.mp4" ${attributes}/></scene>`;
    expect(findingsOf(inside)).toMatchObject(expected);
    expect(findingsOf(inside)).toHaveLength(expected.length);
  });

  test.each([
    ['a group', '<group offset="10"><video src="cut.mp4"/></group>', 15],
    ['a group in a group', '<group><group offset="10" duration="60"><video src="cut.mp4"/></group></group>', 10],
    ['a mask', '<solid color="#ff0000"><mask><video src="cut.mp4" offset="5"/></mask></solid>', 20],
  ])('is reported in %s', (_, layer, held) => {
    expect(findingsOf(`<scene duration="75">${layer}</scene>`)).toMatchObject([{ held }]);
  });

  test('is not reported in a group that ends before the damage', () => {
    const group = '<group duration="50"><video src="cut.mp4"/></group>';
    expect(findingsOf(`<scene duration="75">${group}</scene>`)).toEqual([]);
  });
});
