import { useCallback } from 'react';
import { type InnerScene, nestedIn } from '#renderer/editor/cases.ts';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
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
