import { useMemo } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { LinkDialog } from '#renderer/project/film-links.tsx';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { valuesFor } from '../form/render-check.ts';

/** The dialog with a link to the open template with its current values. */
export function TemplateLink() {
  return useDialog('renderLink') === undefined ? null : <OpenLink />;
}

const NO_BRAND: Readonly<Record<string, string>> = {};

function OpenLink() {
  const editor = useEditor();
  const brand = useBrand(editor.document.state.project).data?.values ?? NO_BRAND;
  // The link has the values of the moment when the dialog was opened.
  const film = useMemo(() => {
    const { project, template, values, source } = editor.document.state;
    const templateValues = valuesFor(source.document, values, {});
    const { variables } = listVariables(source.document);
    const labels = new Map(variables.map((variable) => [variable.name, labelOf(variable)]));
    const defaults = variables.flatMap(({ name, default: fallback, uses }) =>
      uses.length === 0 || Object.hasOwn(templateValues, name) ? [] : [[name, brand[name] ?? fallback] as const],
    );
    const prepare = () => editor.saving.save();
    return {
      project,
      movie: template,
      values: templateValues,
      defaults: Object.fromEntries(defaults.filter((entry): entry is [string, string] => entry[1] !== null)),
      labels,
      prepare,
    };
  }, [editor, brand]);
  return <LinkDialog film={film} onClose={() => closeDialog('renderLink')} />;
}
