import { matchesWords } from '#renderer/interaction/word-search.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import type { PresetPhase } from '../model/preset-groups.ts';

/** The presets of one phase, in the order of the gallery. */
export interface PresetGroup {
  readonly phase: PresetPhase;
  readonly presets: readonly PresetType[];
}

/** Returns the presets whose name or phase contains all terms. Groups without any are left out. */
export function filterGroups(
  groups: readonly PresetGroup[],
  search: string,
  names: {
    readonly presets: Readonly<Record<PresetType, string>>;
    readonly moments: Readonly<Record<PresetPhase, string>>;
  },
): readonly PresetGroup[] {
  return groups
    .map(({ phase, presets }) => ({
      phase,
      presets: presets.filter((preset) => matchesWords(search, [names.presets[preset], names.moments[phase]])),
    }))
    .filter(({ presets }) => presets.length > 0);
}
