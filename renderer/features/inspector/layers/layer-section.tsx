import { useMemo } from 'react';
import type { ElementNode } from '../../../../shared/template/document.ts';
import { elementRegistry } from '../../../../shared/template/elements.ts';
import type { LayerKind } from '../../../../shared/template/movie.ts';
import { layerKindOf } from '../../../../shared/template/roles.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { Form } from '../fields/form.tsx';
import { formRows } from '../fields/form-rows.ts';
import { useContentField } from '../model/use-field-context.ts';
import { SourceRow } from './source-row.tsx';

/** The fields of each kind of layer, below its source. */
const rowsByKind: Readonly<Record<LayerKind, ReturnType<typeof formRows>>> = {
  video: formRows(elementRegistry.video.attributes, ['src', 'url', 'enabled']),
};

/** The fields of layers: their source or text, and what is shown and heard of it. */
export function LayerSection({ layers }: { readonly layers: readonly ElementNode[] }) {
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const nodes = useMemo(() => layers.map(({ id }) => id), [key]);
  const content = useContentField(nodes);
  // Layers of several kinds have no fields in common that a form could show.
  const [kind, ...others] = new Set(layers.map(layerKindOf));
  const rows = kind && others.length === 0 ? rowsByKind[kind] : [];
  return (
    <>
      <SourceRow nodes={nodes} />
      {content !== null && <FieldRow field={content} />}
      <Form nodes={nodes} rows={rows} />
    </>
  );
}
