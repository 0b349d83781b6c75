import { useMemo } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { LinkDialog } from '#renderer/project/film-links.tsx';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { inDeclaredOrder } from '#renderer/project/variable-rows.ts';
import { isUsed, listVariables } from '#shared/resolve/variables.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { valuesFor } from '../form/render-check.ts';

/**
 * The dialog with a link that renders the open template with its current values, or a link to a form for the values.
 */
export function TemplateLink() {
  const target = useDialog('renderLink');
  return target === undefined ? null : <OpenLink target={target} />;
}

const NO_BRAND: Readonly<Record<string, string>> = {};

function OpenLink({ target }: { readonly target: 'film' | 'form' }) {
  const editor = useEditor();
  const brand = useBrand(editor.document.state.project).data?.values ?? NO_BRAND;
  // The link contains the values from when the dialog was opened.
  const film = useMemo(() => {
    const { project, template, values, source } = editor.document.state;
    const templateValues = valuesFor(source.document, values, {});
    const { variables } = listVariables(source.document);
    const labels = new Map(variables.map((variable) => [variable.name, labelOf(variable)]));
    const defaults = variables.flatMap(({ name, default: fallback, uses }) =>
      uses.length === 0 || Object.hasOwn(templateValues, name) ? [] : [[name, brand[name] ?? fallback] as const],
    );
    const prepare = () => editor.saving.save();
    const used = inDeclaredOrder(
      variables.filter(isUsed).map((variable) => ({ variable })),
      declarationsIn(source.document.root).keys(),
    ).map(({ variable }) => variable);
    // A form has no field for a list whose items have fields.
    const fields = used.filter(({ declaration }) => (declaration?.list?.fields?.length ?? 0) === 0);
    const form = {
      variables: fields.map(({ name }) => name),
      photos: fields.flatMap(({ name, declaration }) => (declaration?.type === 'image' ? [name] : [])),
    };
    return {
      project,
      movie: template,
      values: templateValues,
      defaults: Object.fromEntries(defaults.filter((entry): entry is [string, string] => entry[1] !== null)),
      labels,
      prepare,
      ...(target === 'form' && { form }),
    };
  }, [editor, brand, target]);
  return <LinkDialog film={film} onClose={() => closeDialog('renderLink')} />;
}
