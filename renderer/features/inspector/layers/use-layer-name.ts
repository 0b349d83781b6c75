import { useCallback } from 'react';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import { layerName } from '../model/layer-name.ts';

/** Returns the display name of a layer; null while it is unknown. */
export function useLayerName(layer: ElementNode): string | null {
  const read = useCallback((context: FieldContext) => layerName(planningOf(context), layer), [layer]);
  return useReading(read);
}
