import type { Change } from '#shared/editing/compare/compare-elements.ts';
import type { SceneComparison, TemplateComparison } from '#shared/editing/compare/compare-templates.ts';

/** A difference in the settings of the movie or in a scene. A moved scene counts as one difference. */
export type ChangeEntry =
  | { readonly kind: 'movie'; readonly changes: readonly Change[] }
  | {
      readonly kind: 'scene';
      /** The column of the scene in the comparison. */
      readonly column: number;
      readonly scene: Exclude<SceneComparison, { readonly kind: 'same' | 'moved-away' }>;
    };

export function changeEntries({ movie, scenes }: TemplateComparison): readonly ChangeEntry[] {
  return [
    ...(movie.length === 0 ? [] : [{ kind: 'movie', changes: movie } as const]),
    ...scenes.flatMap((scene, column): readonly ChangeEntry[] =>
      scene.kind === 'same' || scene.kind === 'moved-away' ? [] : [{ kind: 'scene', column, scene }],
    ),
  ];
}

/** Returns the next (1) or previous (−1) changed column; null if there is none. */
export function nextChange(scenes: readonly SceneComparison[], from: number, direction: -1 | 1): number | null {
  for (let at = from + direction; at >= 0 && at < scenes.length; at += direction)
    if (scenes[at]?.kind !== 'same') return at;
  return null;
}
