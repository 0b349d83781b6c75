import { describe, expect, it } from 'vitest';
import { keyConflicts } from '#renderer/actions/keys.ts';
import { actionTable } from '#renderer/app/action-table.ts';
import { parseKeys } from '#renderer/ui/format/keys.ts';
import { keyPresets, presetNames, presetOf } from './key-presets.ts';

describe.each(presetNames)('the keys of %s', (name) => {
  const preset: Readonly<Record<string, readonly string[]>> = keyPresets[name];

  it('are valid keys of existing actions', () => {
    const ids = new Set(actionTable.map(({ id }) => id));
    expect(Object.keys(preset).filter((id) => !ids.has(id))).toEqual([]);
    expect(
      Object.values(preset)
        .flat()
        .filter((keys) => parseKeys(keys) === null),
    ).toEqual([]);
  });

  it('are each assigned to only one action', () => {
    expect(keyConflicts(actionTable, preset)).toEqual([]);
  });
});

it('a preset is recognized by its keys', () => {
  expect(presetOf({})).toBe('standard');
  expect(presetOf({ ...keyPresets.capcut })).toBe('capcut');
  expect(presetOf({ 'scene/split': ['X'] })).toBeNull();
});
