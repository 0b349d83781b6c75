import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { Problem } from './fields/field-row.tsx';
import styles from './fields/inspector.module.css';
import { SceneForm } from './scene-form.tsx';
import { SceneHead } from './scene-head.tsx';

/** The scene's own fields; its name and switch are its head. */
export function SceneSection({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
  const nodes = useMemo(() => [scene], [scene]);
  return (
    <>
      <SceneHead scene={scene} number={number} />
      <LengthNote scene={scene} />
      <SceneForm nodes={nodes} />
    </>
  );
}

/** How long a scene is that is as long as its content, where its duration would say it. */
function LengthNote({ scene: id }: { readonly scene: NodeId }) {
  const { inspector } = useStrings();
  const scene = useEditor(({ movie }) => timelineOf(movie).scenes.find((each) => each.id === id));
  if (!scene?.fits || !scene.enabled) return null;
  const { state } = scene.fits;
  if (state === 'open') return <Problem text={inspector.lengthOpen} tone="warning" />;
  if (state === 'none') return null;
  return <p className={`${styles.facts} tabular`}>{inspector.lengthOfContent(scene.duration)}</p>;
}
