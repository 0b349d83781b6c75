import { useCallback } from 'react';
import type { FieldContext } from '#renderer/common/edits/field-model.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import { layerName } from '../model/layer-name.ts';

/** What a layer is called; null while that is not known. */
export function useLayerName(layer: ElementNode): string | null {
  const read = useCallback((context: FieldContext) => layerName(planningOf(context), layer), [layer]);
  return useReading(read);
}
