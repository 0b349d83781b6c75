import { useState } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { indexOf } from '#shared/editing/document-index.ts';
import { attributeValue, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { formRows } from './fields/form-rows.ts';
import { Form } from './forms/form.tsx';
import { haveLength } from './model/scene-length.ts';

/** What says whether a scene is played, and by which name others know it; most scenes have none of it. */
const PLAYED: readonly string[] = ['type', 'condition', 'case', 'id'];
const rows = formRows(elementRegistry.scene.attributes, ['name', 'enabled', ...PLAYED]);
const rowsWithoutLength = rows.filter(([name]) => name !== 'duration');
const playedRows = formRows(elementRegistry.scene.attributes, []).filter(([name]) => PLAYED.includes(name));
const rowsOutsideChoices = playedRows.filter(([name]) => name !== 'case');

/** The fields of scenes; their names and switches are their heads. What most scenes do not have is shown where one has it. */
export function SceneForm({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const isWritten = useEditor(({ document }) => {
    const { elements } = indexOf(document);
    return nodes.some((id) => elements.get(id)?.element.attributes.some(({ name }) => PLAYED.includes(name)) === true);
  });
  const hasLength = useEditor(({ document }) => {
    const { elements } = indexOf(document);
    return haveLength(nodes.flatMap((id) => elements.get(id)?.element ?? []));
  });
  // Outside of a choice, a case has no effect.
  const takesCase = useEditor(({ document }) => {
    const { elements } = indexOf(document);
    return nodes.some((id) => {
      const { element, parent } = elements.get(id) ?? { element: null, parent: null };
      const isCase = element !== null && attributeValue(element, 'case') !== undefined;
      return isCase || (parent !== null && attributeValue(parent, 'type')?.trim() === 'choice');
    });
  });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { groups } = useStrings().inspector;
  return (
    <>
      <Form nodes={nodes} rows={hasLength ? rows : rowsWithoutLength} />
      <Disclosure label={groups.played} open={chosen ?? isWritten} onOpenChange={setChosen}>
        <Form nodes={nodes} rows={takesCase ? playedRows : rowsOutsideChoices} />
      </Disclosure>
    </>
  );
}
