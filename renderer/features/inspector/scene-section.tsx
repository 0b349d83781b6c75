import { useMemo } from 'react';
import type { NodeId } from '../../../shared/template/document/document.ts';
import { SceneForm } from './scene-form.tsx';
import { SceneHead } from './scene-head.tsx';

/** The scene's own fields; its name and switch are its head. */
export function SceneSection({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
  const nodes = useMemo(() => [scene], [scene]);
  return (
    <>
      <SceneHead scene={scene} number={number} />
      <SceneForm nodes={nodes} />
    </>
  );
}
