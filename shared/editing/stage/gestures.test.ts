import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LayerBox } from '../../film/boxes/layer-boxes.ts';
import type { KnownSizes } from '../../film/boxes/layer-size.ts';
import { placeAt, type Vector } from '../../film/boxes/matrices.ts';
import { required } from '../../lib/assert.ts';
import { inEnglish } from '../../statements/in-english.ts';
import type { TemplateSource } from '../../template-xml/places/places.ts';
import { createHistory, recordStep, undo } from '../history.ts';
import { MOVIE_SELECTION } from '../selection.ts';
import { edited } from '../testing/editing.ts';
import { HANDLES, handleInPicture, handlePlace, isCorner, pivotPlace } from './handles.ts';
import type { LayerChange } from './layer-change.ts';
import { keyMoved, motionPath } from './motion-path.ts';
import { moved, movedTo } from './move.ts';
import { factorsOf, scaled } from './scale.ts';
import { stageStep } from './stage-command.ts';
import { boxAt, SOME_SIZES, sceneOf } from './testing/boxes.ts';
import { pivoted, turned, turnedTo } from './turn.ts';

const values = new Map<string, string>();

function written(source: TemplateSource, box: LayerBox, change: LayerChange): TemplateSource {
  const { layer, own, length } = box;
  const step = stageStep({ document: source.document, values }, [{ layer, own, length, change }]);
  if (!step.ok) throw new Error(inEnglish(step.error));
  return step.value === null ? source : edited(source, step.value.command).source;
}

/** The one layer of the scene after a gesture, as it is written. */
const lineAfter = (layer: string, make: (box: LayerBox) => LayerChange, known: KnownSizes = SOME_SIZES) => {
  const source = sceneOf(layer);
  const lines = written(source, boxAt(source, 0, 0, known), make(boxAt(source, 0, 0, known))).text.split('\n');
  return lines[2]?.trim();
};

test('a move writes the position in the units that it has, and what does not move stays as it is written', () => {
  const by = (x: number, y: number) => (box: LayerBox) => moved(box, { x, y });
  expect(lineAfter('<solid width="10"/>', by(12, -3))).toBe('<solid width="10" position="12, -3"/>');
  expect(lineAfter('<solid position="1%, 10"/>', by(20, 5))).toBe('<solid position="3%, 15"/>');
  expect(lineAfter('<solid position="1%,   5%"/>', by(0, 0))).toBe('<solid position="1%,   5%"/>');
  expect(lineAfter('<solid position="12, -3"/>', by(-12, 3))).toBe('<solid/>');
  expect(lineAfter('<solid origin="topleft" position="50, 50"/>', (box) => movedTo(box, 80, null))).toBe(
    '<solid origin="topleft" position="80, 50"/>',
  );
});

test('between two keys a side that does not move stays where the keys have brought it', () => {
  const keys = '<key time="0" position="-50, 10%"/><key time="10" position="50, 10%"/>';
  const source = sceneOf(`<solid width="10" height="10"><animation>${keys}</animation></solid>`);
  const box = boxAt(source, 0, 5);
  expect(written(source, box, moved(box, { x: 0, y: -1 })).text).toMatch(/<key time="5" position="0, [\d.]+%"\/>/);
});

test('in a group that is scaled and turned a layer goes where the pointer goes', () => {
  const source = sceneOf('<group scale="2" rotation="90"><solid width="10" height="10"/></group>');
  const after = written(source, boxAt(source, 1), moved(boxAt(source, 1), { x: 40, y: 0 }));
  expect(after.text).toContain('position="0, -20"');
});

test('handles change what suits the kind: a box, a factor, the room of a text, its letters', () => {
  const drag =
    (across: -1 | 0 | 1, down: -1 | 0 | 1, way: Vector, keepsShape = false) =>
    (box: LayerBox) => {
      const how = { keepsShape, aboutPivot: false };
      return scaled(box, { across, down }, factorsOf(box, { across, down }, way, how), how);
    };
  expect(lineAfter('<solid width="100" height="50"/>', drag(1, 0, { x: 20, y: 9 }))).toBe(
    '<solid width="120" height="50" position="10, 0"/>',
  );
  expect(lineAfter('<solid width="10%" height="50"/>', drag(-1, 0, { x: -20, y: 9 }))).toBe(
    '<solid width="12%" height="50" position="-10, 0"/>',
  );
  expect(lineAfter('<image src="a.png"/>', drag(1, 1, { x: 40, y: 20 }))).toBe(
    '<image src="a.png" position="20, 10" scale="1.1"/>',
  );
  expect(lineAfter('<image src="a.png"/>', drag(0, 1, { x: 0, y: 20 }))).toBe(
    '<image src="a.png" position="0, 10" scale="1, 1.1"/>',
  );
  expect(lineAfter('<text content="a" width="300"/>', drag(1, 0, { x: 50, y: 0 }))).toBe(
    '<text content="a" width="350" position="25, 0"/>',
  );
  expect(lineAfter('<text content="a" fontsize="40"/>', drag(1, 1, { x: 300, y: 60 }))).toBe(
    '<text content="a" fontsize="80" position="150, 30"/>',
  );
});

test('a pivot that is moved leaves the picture where it is, and goes to a corner that is near', () => {
  const source = sceneOf('<solid width="100" height="50" rotation="30"/>');
  const box = boxAt(source);
  const corner = handlePlace(box, { across: -1, down: -1 });
  const after = written(source, box, pivoted(box, { x: corner.x + 3, y: corner.y }, 5));
  expect(after.text).toContain('anchor="-50%, -50%"');
  expect(boxAt(after).matrix.e).toBeCloseTo(box.matrix.e, 1);
});

test('a turn in steps ends at one of them', () => {
  expect(lineAfter('<solid rotation="7"/>', (box) => turned(box, { x: 600, y: 250 }, { x: 600, y: 281 }, true))).toBe(
    '<solid rotation="30"/>',
  );
});

test('what a variable gives is kept: its default changes, or the edit says why not', () => {
  const by = (box: LayerBox) => moved(box, { x: 5, y: 0 });
  const one = sceneOf('<solid position="${place, \'10, 0\'}"/>');
  expect(written(one, boxAt(one), by(boxAt(one))).text).toContain("${place, '15, 0'}");
  const composed = sceneOf('<solid position="${x, 10}, 0"/>');
  expect(() => written(composed, boxAt(composed), by(boxAt(composed)))).toThrow('put together');
});

test('what keys move gets a key at the frame; the other attributes do not', () => {
  const keys = '<animation><key time="0" position="0, 0"/><key time="20" position="100, 0"/></animation>';
  const source = sceneOf(`<solid width="100" height="100">${keys}</solid>`);
  const box = boxAt(source, 0, 8);
  const after = written(source, box, { ...moved(box, { x: 4, y: 0 }), ...turnedTo(box, 10) });
  expect(after.text).toContain('<solid width="100" height="100" rotation="10">');
  expect(after.text).toContain('<key time="8" position="44, 0"/>');
  expect(
    boxAt(after, 0, 8).matrix.e - boxAt(sceneOf('<solid width="100" height="100" rotation="10"/>')).matrix.e,
  ).toBeCloseTo(44);
});

test('a key of the way that is dragged is another place of that key, and no other', () => {
  const keys = '<animation><key time="0" position="0, 0"/><key time="20" position="10%, 0"/></animation>';
  const source = sceneOf(`<solid width="100" height="100">${keys}</solid>`);
  const box = boxAt(source, 0, 5);
  const path = required(motionPath(box), 'a way');
  expect(path.keys).toEqual([
    { x: 500, y: 250, own: 0 },
    { x: 600, y: 250, own: 20 },
  ]);
  expect(path.dots).toHaveLength(21);
  const then = { ...box, own: 20 };
  const after = written(source, then, keyMoved(box, 20, { x: 50, y: 10 }));
  expect(after.text).toContain('<key time="0" position="0, 0"/><key time="20" position="15%, 10"/>');
});

const anyLayer = fc
  .record({
    element: fc.constantFrom('solid', 'shape', 'image', 'text', 'video'),
    x: fc.integer({ min: -300, max: 300 }),
    unit: fc.constantFrom('', '%'),
    anchor: fc.constantFrom('', ' anchor="-50%, 20%"', ' anchor="13, -7"'),
    scale: fc.constantFrom('', ' scale="1.5"', ' scale="-0.5, 2"'),
    rotation: fc.constantFrom(0, 30, 90, -135),
    width: fc.constantFrom('', ' width="200" height="80"', ' width="20%" height="30%"'),
    group: fc.boolean(),
  })
  .map(({ element, x, unit, anchor, scale, rotation, width, group }) => {
    const place = unit === '%' ? `${x / 10}%` : String(x);
    const said = element === 'text' ? ' content="Hello" autosize="none"' : '';
    const file = element === 'image' || element === 'video' ? ' src="a.bin"' : '';
    const layer = `<${element}${said}${file} position="${place}, 20"${anchor}${scale} rotation="${rotation}"${width}/>`;
    return group ? `<group scale="0.5" rotation="20" position="10, 10">${layer}</group>` : layer;
  });

const anyPlace = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) });
const known: KnownSizes = {
  ...SOME_SIZES,
  ofText: ({ style, box }) => ({
    width: box.width?.amount ?? style.size * 6,
    height: box.height?.amount ?? style.size,
  }),
};
const boxIn = (source: TemplateSource) => {
  const first = boxAt(source, 0, 0, known);
  return first.layer.kind === 'group' ? boxAt(source, 1, 0, known) : first;
};
const apart = (one: Vector, other: Vector) => Math.hypot(one.x - other.x, one.y - other.y);
/** Layers that are neither turned nor scaled lie on whole pixels, boxes have whole sides. */
const NEARLY = 1.6;

test('any move brings the box where the pointer went, and undoing it gives every byte back', () => {
  fc.assert(
    fc.property(anyLayer, anyPlace, (layer, by) => {
      const source = sceneOf(layer);
      const after = written(source, boxIn(source), moved(boxIn(source), by));
      const [from, to] = [placeAt(boxIn(source).matrix, { x: 0, y: 0 }), placeAt(boxIn(after).matrix, { x: 0, y: 0 })];
      expect(apart(to, { x: from.x + by.x, y: from.y + by.y })).toBeLessThan(NEARLY);
      if (after === source) return;
      const label = { code: 'step/format-xml', values: {} } as never;
      const step = { label, source: after, before: MOVIE_SELECTION, after: MOVIE_SELECTION, at: 0 };
      const history = recordStep(createHistory(source), step);
      expect(required(undo(history), 'a step').history.source.text).toBe(source.text);
    }),
  );
});

test('whichever handle is dragged, the opposite one stays where it is, or the pivot', () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...HANDLES), anyPlace, fc.boolean(), (layer, handle, way, aboutPivot) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      const how = { keepsShape: false, aboutPivot };
      const { across, down } = factorsOf(box, handle, way, how);
      // Boxes have no negative sides, and letters are never smaller than a pixel.
      const factors = { across: Math.min(4, Math.max(0.3, across)), down: Math.min(4, Math.max(0.3, down)) };
      const after = boxIn(written(source, box, scaled(box, handle, factors, how)));
      if (
        aboutPivot &&
        box.layer.placement.anchor.across.unit === 'px' &&
        box.layer.placement.anchor.across.amount !== 0
      )
        return;
      const opposite = { across: -handle.across, down: -handle.down } as typeof handle;
      const [before, now] = aboutPivot
        ? [pivotPlace(box), pivotPlace(after)]
        : [handlePlace(box, opposite), handlePlace(after, opposite)];
      expect(apart(before, now)).toBeLessThan(NEARLY);
    }),
  );
});

test('a handle comes to lie where the pointer is', () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...HANDLES), anyPlace, (layer, handle, way) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      // The letters of a text keep their shape, whatever the pointer does.
      if (box.layer.kind === 'text' && isCorner(handle)) return;
      const how = { keepsShape: false, aboutPivot: false };
      const { across, down } = factorsOf(box, handle, way, how);
      if (Math.min(across, down) < 0.1 || Math.max(across, down) > 20) return;
      const after = boxIn(written(source, box, scaled(box, handle, { across, down }, how)));
      const from = handleInPicture(box, handle);
      const wanted = {
        x: from.x + (handle.across === 0 ? 0 : way.x),
        y: from.y + (handle.down === 0 ? 0 : way.y),
      };
      expect(apart(placeAt(box.matrix, wanted), handlePlace(after, handle))).toBeLessThan(NEARLY * 2);
    }),
  );
});

test('a turn and back is where it was, and a turn keeps the pivot', () => {
  fc.assert(
    fc.property(anyLayer, fc.integer({ min: -720, max: 720 }), (layer, degrees) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      const after = written(source, box, turnedTo(box, degrees));
      expect(apart(pivotPlace(boxIn(after)), pivotPlace(box))).toBeLessThan(NEARLY);
      const back = written(after, boxIn(after), turnedTo(boxIn(after), box.layer.placement.rotation));
      expect(boxIn(back).matrix.a).toBeCloseTo(box.matrix.a, 3);
    }),
  );
});
