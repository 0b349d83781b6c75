import { useMemo } from 'react';
import type { ElementNode } from '../../../../shared/template/document.ts';
import { elementRegistry } from '../../../../shared/template/elements.ts';
import { Form } from '../fields/form.tsx';
import { formRows } from '../fields/form-rows.ts';
import { SourceRow } from './source-row.tsx';

const rows = formRows(elementRegistry.video.attributes, ['src', 'url', 'enabled']);

/** The fields of layers: their source, and what is shown and heard of it. */
export function LayerSection({ layers }: { readonly layers: readonly ElementNode[] }) {
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same list
  const nodes = useMemo(() => layers.map(({ id }) => id), [key]);
  return (
    <>
      <SourceRow nodes={nodes} />
      <Form nodes={nodes} rows={rows} />
    </>
  );
}
