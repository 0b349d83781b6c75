import { useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { StagePort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { unseenOf } from '#renderer/state/unseen-layers.ts';
import type { Alignment } from '#shared/editing/stage/align.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { alignLayers } from './stage-actions.ts';

interface StagePortOptions {
  /** Those that are selected, played and not locked. */
  readonly selected: readonly LayerBox[];
  readonly frame: Size;
  readonly write: (layer: NodeId) => void;
  readonly tell: (result: Result<unknown, Statement>) => void;
}

/** Offers the picture that can be touched to the table of actions. */
export function useStagePort(options: StagePortOptions): void {
  const editor = useEditorStore();
  // Boxes are made anew with every frame; only how many there are changes what can be done.
  const now = useRef(options);
  useLayoutEffect(() => {
    now.current = options;
  });
  const { length } = options.selected;
  const isAlone = useStore(unseenOf(editor), ({ only }) => only !== null);
  const port = useMemo(
    (): StagePort => ({
      write: (layer) => now.current.write(layer),
      count: () => length,
      isAlone: () => isAlone,
      toggleAlone: () => {
        const ids = now.current.selected.map(({ layer }) => layer.id);
        unseenOf(editor).setState({ only: isAlone ? null : new Set(ids) });
      },
      align: (alignment: Alignment) => {
        const { selected, frame, tell } = now.current;
        tell(alignLayers(editor, selected, alignment, frame));
      },
    }),
    [editor, length, isAlone],
  );
  useActionPort('stage', port);
}
