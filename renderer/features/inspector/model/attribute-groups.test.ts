import { expect, test } from 'vitest';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { elementsOfRole } from '#shared/template/tables/roles.ts';
import { soundAttributes } from '#shared/template/tables/sound-attributes.ts';
import { attributesByGroup, SOUND_GROUPS } from './attribute-groups.ts';

test('every layer attribute is in a group, the head, or the source', () => {
  for (const kind of elementsOfRole('layer')) {
    const { attributes } = elementRegistry[kind];
    const names = Object.values(attributesByGroup(attributes)).flat();
    expect(new Set(names).size).toBe(names.length);
    const elsewhere = Object.keys(attributes).filter((name) => !names.includes(name));
    expect(['name', 'enabled', 'src', 'url', 'content', 'deinterlace', 'look']).toEqual(
      expect.arrayContaining(elsewhere),
    );
  }
});

test('the layout group starts with the position for any table order', () => {
  const { layout, sound, own } = attributesByGroup(elementRegistry.video.attributes);
  expect(layout.slice(0, 3)).toEqual(['position', 'origin', 'anchor']);
  expect(sound).toEqual(['audio', 'volume', 'pan', 'soundfadein', 'soundfadeout', 'ducks']);
  expect(own).toEqual(['skip', 'speed', 'end', 'freeze']);
});

test('every attribute of a sound is in a group', () => {
  const names: readonly string[] = Object.values(SOUND_GROUPS).flat();
  const rest = Object.keys(soundAttributes).filter((name) => !names.includes(name));
  expect(rest.toSorted()).toEqual(['condition', 'enabled', 'name', 'src', 'url']);
});
