import { expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { playedWithNested, withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { timelineFindings } from '#shared/timeline/checks.ts';
import { resolveTemplate } from './resolve.ts';

function read(scene: string) {
  const { source } = readTemplate(
    `<movie width="64" height="64" framerate="25"><scene duration="50">${scene}</scene></movie>`,
  );
  if (source === null) throw new Error('the template cannot be read');
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  return { movie, layers: movie?.scenes[0]?.layers ?? [], found: findings.map(withSentence).map(({ code }) => code) };
}

test('a group can contain layers, effects, and masks', () => {
  const { layers, found } = read(
    '<group width="50%"><solid/><filter type="blur"/><mask channel="2" invert="true"><text content="A"/></mask><group><shape/></group></group>',
  );
  expect(found).toEqual([]);
  expect(layers).toMatchObject([
    {
      kind: 'group',
      box: { width: { amount: 50, unit: '%' }, height: null },
      effects: [{ type: 'blur' }],
      masks: [{ channel: 'blue', isInverted: true, layers: [{ kind: 'text' }] }],
      layers: [{ kind: 'solid' }, { kind: 'group', layers: [{ kind: 'shape' }] }],
    },
  ]);
});

test('disabled nested layers are not played', () => {
  const { layers } = read(
    '<group><solid/><solid enabled="false"><mask><text content="A"/></mask></solid><group><shape/></group><mask enabled="false"><image src="a.png"/></mask></group>',
  );
  expect(withNestedLayers(layers).map(({ kind }) => kind)).toEqual([
    'group',
    'solid',
    'solid',
    'text',
    'group',
    'shape',
    'image',
  ]);
  expect(playedWithNested(layers).map(({ kind }) => kind)).toEqual(['group', 'solid', 'group', 'shape']);
});

test('groups nest at most eight deep, and masks at most two', () => {
  const groups = (count: number) => `${'<group>'.repeat(count)}<solid/>${'</group>'.repeat(count)}`;
  expect(read(groups(8)).found).toEqual([]);
  expect(read(groups(9)).found).toEqual(['template/too-deep']);
  const masks = (count: number) => `${'<solid><mask>'.repeat(count)}<solid/>${'</mask></solid>'.repeat(count)}`;
  expect(read(masks(2)).found).toEqual([]);
  expect(read(masks(3)).found).toEqual(['template/too-deep']);
});

test('layers in groups and masks count toward the 500 of a scene', () => {
  expect(read(`<group>${'<solid/>'.repeat(499)}</group>`).found).toEqual([]);
  expect(read(`<group>${'<solid/>'.repeat(500)}</group>`).found).toEqual(['template/too-many-layers']);
  expect(read(`<solid><mask>${'<solid/>'.repeat(500)}</mask></solid>`).found).toEqual(['template/too-many-layers']);
});

test('problems in a group are reported', () => {
  expect(read('<group><video/><text/></group>').found).toEqual(['template/source', 'template/missing-attribute']);
  expect(read('<group><audio src="a.mp3"/></group>').found).toEqual(['template/misplaced-element']);
  const { movie } = read('<group duration="10"><solid offset="10"/><text content="A" font="Nobody"/></group>');
  expect(movie).toBeNull();
  const late = read('<group duration="10"><solid offset="10"/></group>');
  expect(late.found).toEqual(['template/layer-outside']);
  expect(late.movie && timelineFindings(late.movie)).toHaveLength(1);
});
