import { useEffect, useMemo, useState } from 'react';
import type { TextSizes } from '#renderer/film/compose/text-sizes.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectVariables } from '#renderer/state/selectors.ts';
import { framedLayers } from '#shared/film/boxes/framed-layers.ts';
import type { NodeId } from '#shared/template/document/document.ts';

const NONE: ReadonlySet<NodeId> = new Set();

/** The texts of the film that do not fit their boxes with the values as they are; those that say a variable. */
export function useCutTexts(texts: TextSizes | undefined): ReadonlySet<NodeId> {
  const movie = useEditor((state) => state.movie);
  const variables = useEditor(selectVariables);
  const [set, setSet] = useState(0);
  useEffect(() => texts?.subscribe(() => setSet((count) => count + 1)), [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that was set meanwhile may be cut
  return useMemo(() => {
    if (texts === undefined || movie === null) return NONE;
    const nodes = new Set(variables.flatMap(({ uses }) => uses.map(({ node }) => node)));
    return new Set(
      framedLayers(movie).flatMap(({ layer, frame }) =>
        layer.kind === 'text' && nodes.has(layer.id) && texts.isCut(movie, layer, frame) ? [layer.id] : [],
      ),
    );
  }, [texts, movie, variables, set]);
}
