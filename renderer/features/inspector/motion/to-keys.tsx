import { Diamond } from 'lucide-react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { keysOfNode } from '#renderer/editor/keyframes.ts';
import { selectLayersById } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { propertyAnimatedBy } from '#shared/editing/keyframes/plan-preset-keyframes.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { PresetAnimation } from '#shared/template/values/animation.ts';

export interface ToKeysProps {
  readonly layer: NodeId;
  readonly animation: NodeId;
  readonly label: string;
}

/** A button that converts a preset to equivalent keyframes. Hidden if keyframes cannot express the preset. */
export function ToKeys({ layer, animation, label }: ToKeysProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const isOffered = useEditorValue(({ document }) => {
    const played = playedPreset(document.state, layer, animation);
    const clock = keysOfNode(document.state, layer)?.clock;
    const rate = document.state.movie?.frameRate;
    if (played === null || clock === undefined || rate === undefined) return false;
    return propertyAnimatedBy(played, clock.length, rate) !== null;
  });
  if (!isOffered) return null;
  const convert = () => {
    const state = editor.document.state;
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
      onClick={convert}
    />
  );
}

function playedPreset(state: EditorState, layer: NodeId, animation: NodeId): PresetAnimation | null {
  const foundPreset = selectLayersById(state)
    .get(layer)
    ?.animations.find(({ id }) => id === animation);
  return foundPreset?.kind === 'preset' ? foundPreset : null;
}
