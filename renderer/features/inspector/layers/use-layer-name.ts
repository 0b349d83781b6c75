import { useCallback } from 'react';
import { layerSource } from '../../../../shared/editing/plan/labels.ts';
import { planningOf } from '../../../../shared/editing/plan/planning.ts';
import type { ElementNode } from '../../../../shared/template/document/document.ts';
import type { FieldContext } from '../../../common/edits/field-model.ts';
import { useReading } from '../model/use-field-context.ts';

/** What a layer shows, by the name of its source; null while that is not known. */
export function useLayerName(layer: ElementNode): string | null {
  const read = useCallback((context: FieldContext) => layerSource(planningOf(context), layer), [layer]);
  return useReading(read);
}
