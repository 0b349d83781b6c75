import { useCallback } from 'react';
import { type InnerScene, nestedIn } from '#renderer/common/cases/nested-scenes.ts';
import type { FieldContext } from '#renderer/common/edits/field-model.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** A case of a choice as the template has it; null once it is gone. */
export function useCase(choice: NodeId, scene: NodeId): InnerScene | null {
  const read = useCallback(
    (context: FieldContext) => nestedIn(context, choice)?.scenes.find(({ id }) => id === scene) ?? null,
    [choice, scene],
  );
  return useReading(read, sameCase);
}

function sameCase(one: InnerScene | null, other: InnerScene | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
