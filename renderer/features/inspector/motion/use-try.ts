import { placedParts } from '../../../../shared/editing/timed-parts.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import { useActions } from '../../../actions/runtime/use-actions.tsx';
import { useEditorStore } from '../../../state/editor-context.tsx';

/** Plays the film while a layer is there, from its first frame to its last; the way it stops before is the usual one. */
export function useTry(layer: NodeId | null): () => void {
  const editor = useEditorStore();
  const { parts } = useActions();
  return () => {
    const { movie } = editor.getState();
    const { transport } = parts.getState().ports;
    const [part] = movie === null || layer === null ? [] : placedParts(movie, new Set([layer]));
    if (part === undefined || transport === undefined) return;
    const first = Math.max(0, part.clock + part.offset);
    const last = first + Math.max(0, part.length - 1);
    transport.shuttle(0);
    editor.actions.seek(first);
    transport.shuttle(1);
    const stop = editor.subscribe(({ playing, playhead }) => {
      if (playing && playhead >= first && playhead < last) return;
      stop();
      if (playing) transport.shuttle(0);
    });
  };
}
