import { memo, useDeferredValue } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { layerSentence } from '../../words/layer-words.ts';

export interface LayerListProps {
  readonly boxes: readonly LayerBox[];
  readonly selected: ReadonlySet<NodeId>;
  readonly idOf: (layer: NodeId) => string;
}

/**
 * The layers of the frame from the front, with their places and sizes, for those who do not see them. What is read aloud
 * may come a little later than what is seen.
 */
export function LayerList({ boxes, ...props }: LayerListProps) {
  return <Layers boxes={useDeferredValue(boxes)} {...props} />;
}

const Layers = memo(function Layers({ boxes, selected, idOf }: LayerListProps) {
  const { stage } = useStrings();
  const played = boxes.filter(({ isPlayed }) => isPlayed).toReversed();
  return (
    <ul className="visually-hidden" aria-label={stage.layers}>
      {played.map((box) => (
        <li key={box.layer.id} id={idOf(box.layer.id)}>
          {layerSentence(box, stage)}
          {selected.has(box.layer.id) && `, ${stage.selected}`}
        </li>
      ))}
    </ul>
  );
});
