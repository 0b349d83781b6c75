import { useMemo } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { LinkDialog } from '#renderer/project/film-links.tsx';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { valuesFor } from '../form/render-check.ts';

/** The dialog with a link to the open template with its current values. */
export function TemplateLink() {
  return useDialog('renderLink') === undefined ? null : <OpenLink />;
}

function OpenLink() {
  const editor = useEditor();
  // The link has the values of the moment when the dialog was opened.
  const film = useMemo(() => {
    const { project, template, values, source } = editor.document.state;
    const templateValues = valuesFor(source.document, values, {});
    const { variables } = listVariables(source.document);
    const labels = new Map(variables.map((variable) => [variable.name, labelOf(variable)]));
    const defaults = variables.flatMap(({ name, default: fallback, uses }) =>
      fallback === null || uses.length === 0 || Object.hasOwn(templateValues, name) ? [] : [[name, fallback] as const],
    );
    const prepare = () => editor.saving.save();
    return {
      project,
      movie: template,
      values: templateValues,
      defaults: Object.fromEntries(defaults),
      labels,
      prepare,
    };
  }, [editor]);
  return <LinkDialog film={film} onClose={() => closeDialog('renderLink')} />;
}
