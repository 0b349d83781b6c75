import { describe, expect, test } from 'vitest';
import { film, movieOf } from '../../../../shared/editing/testing/editing.ts';
import { required } from '../../../../shared/lib/assert.ts';
import { rowsOfScene, type TreeFocus, type TreeKey, treeTarget } from './rows.ts';

const { scenes } = movieOf(
  film(
    '<scene duration="10"/>',
    '<scene duration="10"><video src="a.mp4"><filter type="vignette"/></video><video src="b.mp4"/></scene>',
    '<scene duration="10"/>',
  ),
);
const [first, middle, last] = scenes.map((scene) => scene.id);
const [top, bottom, effect] = rowsOfScene(required(scenes[1], 'there are three')).map(({ id }) => id);
const at = (scene: typeof first, part: typeof first | null = null): TreeFocus => ({
  scene: required(scene, 'there'),
  part: part ?? null,
});
const go = (focus: TreeFocus | null, key: TreeKey) => treeTarget(scenes, focus, key);

describe('the tree', () => {
  test('lists layers from the topmost, each with its effects', () => {
    expect(rowsOfScene(required(scenes[1], 'there')).map(({ kind }) => kind)).toEqual(['layer', 'layer', 'effect']);
  });

  test('goes from scene to scene sideways, and stops at the ends', () => {
    expect(go(at(first), 'ArrowRight')).toEqual(at(middle));
    expect(go(at(middle), 'End')).toEqual(at(last));
    expect([go(at(last), 'ArrowRight'), go(at(first), 'ArrowLeft'), go(at(first), 'ArrowUp')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('goes down into a scene and up out of it', () => {
    expect(go(at(middle), 'ArrowDown')).toEqual(at(middle, top));
    expect(go(at(middle, top), 'ArrowDown')).toEqual(at(middle, bottom));
    expect(go(at(middle, effect), 'ArrowDown')).toBe(null);
    expect(go(at(middle, top), 'ArrowUp')).toEqual(at(middle));
    expect(go(at(first), 'ArrowDown')).toBe(null);
  });

  test('goes from an effect to its layer and on to the scene', () => {
    expect(go(at(middle, effect), 'ArrowLeft')).toEqual(at(middle, bottom));
    expect(go(at(middle, bottom), 'ArrowLeft')).toEqual(at(middle));
    expect(go(at(middle, bottom), 'ArrowRight')).toEqual(at(middle, effect));
  });

  test('begins at an end where nothing has the focus', () => {
    expect([go(null, 'ArrowRight'), go(null, 'ArrowLeft')]).toEqual([at(first), at(last)]);
  });
});
