import { useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { nestedScenesOf } from '#shared/template/tables/roles.ts';
import { formRows } from './fields/form-rows.ts';
import { Form } from './forms/form.tsx';
import { needsList, REPEAT_NAMES } from './model/attribute-groups.ts';

/** The attributes that control whether a scene is played and checked, and the `id`, which references use. */
const PLAY_ATTRIBUTES: readonly string[] = ['type', 'condition', 'case', 'id', 'unchecked'];
const rows = formRows(elementRegistry.scene.attributes, ['name', 'enabled', ...PLAY_ATTRIBUTES, ...REPEAT_NAMES]);
const repeatRows = Object.entries(elementRegistry.scene.attributes).filter(([name]) => REPEAT_NAMES.includes(name));
const listRow = repeatRows.filter(([name]) => !needsList(name));
const rowsWithoutLength = rows.filter(([name]) => name !== 'duration');
const playedRows = formRows(elementRegistry.scene.attributes, []).filter(([name]) => PLAY_ATTRIBUTES.includes(name));
const rowsOutsideChoices = playedRows.filter(([name]) => name !== 'case');

/**
 * The fields of scenes. The heads of the inspector show the fields for the name and for enabling, so they are omitted
 * here. Disclosures contain the attributes of `PLAY_ATTRIBUTES` and `REPEAT_NAMES`. A disclosure is initially open if a
 * scene sets one of its attributes.
 */
export function SceneForm({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const isWritten = useIsWritten(nodes, PLAY_ATTRIBUTES);
  const isRepeated = useIsWritten(nodes, REPEAT_NAMES);
  const hasLength = useEditorValue(
    ({
      document: {
        state: { document },
      },
    }) => {
      const { elements } = indexOf(document);
      return haveLength(nodes.flatMap((id) => elements.get(id)?.element ?? []));
    },
  );
  // The attribute `case` has an effect only in a choice, so hide it in other scenes.
  const showsCase = useEditorValue(
    ({
      document: {
        state: { document },
      },
    }) => {
      const { elements } = indexOf(document);
      return nodes.some((id) => {
        const { element, parent } = elements.get(id) ?? { element: null, parent: null };
        const isCase = element !== null && attributeValue(element, 'case') !== undefined;
        return isCase || (parent !== null && attributeValue(parent, 'type')?.trim() === 'choice');
      });
    },
  );
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [isListOpen, setListOpen] = useState<boolean | null>(null);
  const { groups } = useStrings().inspector;
  return (
    <>
      <Form nodes={nodes} rows={hasLength ? rows : rowsWithoutLength} />
      <Disclosure label={groups.played} open={isOpen ?? isWritten} onOpenChange={setOpen}>
        <Form nodes={nodes} rows={showsCase ? playedRows : rowsOutsideChoices} />
      </Disclosure>
      <Disclosure label={groups.repeated} open={isListOpen ?? isRepeated} onOpenChange={setListOpen}>
        <Form nodes={nodes} rows={isRepeated ? repeatRows : listRow} />
      </Disclosure>
    </>
  );
}

/** Returns whether an element sets one of these attributes. */
function useIsWritten(nodes: readonly NodeId[], attributes: readonly string[]): boolean {
  return useEditorValue((editor) => {
    const { elements } = indexOf(editor.document.state.document);
    return nodes.some((id) => elements.get(id)?.element.attributes.some(({ name }) => attributes.includes(name)));
  });
}

/**
 * Returns whether the duration field is shown. Sequences and choices last as long as their scenes, so they usually have
 * no field. If one of them sets a duration anyway, the field is shown, so that the user can remove the duration.
 */
export function haveLength(scenes: readonly ElementNode[]): boolean {
  return scenes.some((scene) => nestedScenesOf(scene) === null || attributeValue(scene, 'duration') !== undefined);
}
