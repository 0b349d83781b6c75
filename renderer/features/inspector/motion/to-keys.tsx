import { Diamond } from 'lucide-react';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { keysOfNode } from '#renderer/common/keys/read-properties.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { selectLayersById } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { propertyAnimatedBy } from '#shared/editing/keys/plan-preset-keys.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { PresetAnimation } from '#shared/template/values/animation.ts';

export interface ToKeysProps {
  readonly layer: NodeId;
  readonly animation: NodeId;
  /** Of the preset. */
  readonly label: string;
}

/** Makes keys of a preset that do the same; nothing where no keys would. */
export function ToKeys({ layer, animation, label }: ToKeysProps) {
  const { inspector } = useStrings();
  const editor = useEditorStore();
  const dispatch = useInspectorDispatch();
  const isOffered = useEditor((state) => {
    const played = playedPreset(state, layer, animation);
    const clock = keysOfNode(state, layer)?.clock;
    const rate = state.movie?.frameRate;
    if (played === null || clock === undefined || rate === undefined) return false;
    return propertyAnimatedBy(played, clock.length, rate) !== null;
  });
  if (!isOffered) return null;
  const turn = () => {
    const state = editor.getState();
    const played = playedPreset(state, layer, animation);
    const clock = keysOfNode(state, layer)?.clock;
    if (played === null || clock === undefined) return;
    dispatch({ type: 'key/from-preset', animation, played, length: clock.length, whole: clock.whole });
  };
  return (
    <IconButton
      icon={Diamond}
      label={`${inspector.toKeys}: ${label}`}
      tooltip={inspector.toKeys}
      size="sm"
      iconSize={14}
      onClick={turn}
    />
  );
}

function playedPreset(state: EditorState, layer: NodeId, animation: NodeId): PresetAnimation | null {
  const found = selectLayersById(state)
    .get(layer)
    ?.animations.find(({ id }) => id === animation);
  return found?.kind === 'preset' ? found : null;
}
