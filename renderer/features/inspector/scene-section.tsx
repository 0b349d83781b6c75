import { useMemo } from 'react';
import type { NodeId } from '../../../shared/template/document/document.ts';
import { elementRegistry } from '../../../shared/template/tables/elements.ts';
import { Form } from './fields/form.tsx';
import { formRows } from './fields/form-rows.ts';
import { SceneHead } from './scene-head.tsx';

const rows = formRows(elementRegistry.scene.attributes, ['name', 'enabled']);

/** The scene's own fields; its name and switch are its head. */
export function SceneSection({ scene, number }: { readonly scene: NodeId; readonly number: number }) {
  const nodes = useMemo(() => [scene], [scene]);
  return (
    <>
      <SceneHead scene={scene} number={number} />
      <Form nodes={nodes} rows={rows} />
    </>
  );
}
