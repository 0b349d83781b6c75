import { useMemo } from 'react';
import { LinkDialog } from '#renderer/common/links/link-dialog.tsx';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import { labelOf } from '#renderer/common/values/asked.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { listVariables } from '#shared/template/variables/variables.ts';
import { valuesFor } from '../form/render-check.ts';

/** A link to the open template with the values that it is shown with. */
export function TemplateLink() {
  const open = useRenderSession((state) => state.linkOpen);
  return open ? <OpenLink /> : null;
}

function OpenLink() {
  const session = useRenderSessionStore();
  const editor = useEditorStore();
  // As they are when it is opened: what the editor shows meanwhile is another film.
  const film = useMemo(() => {
    const { project, template, values, source } = editor.getState();
    const given = valuesFor(source.document, values, {});
    const { variables } = listVariables(source.document);
    const labels = new Map(variables.map((variable) => [variable.name, labelOf(variable)]));
    const defaults = variables.flatMap(({ name, default: fallback, uses }) =>
      fallback === null || uses.length === 0 || Object.hasOwn(given, name) ? [] : [[name, fallback] as const],
    );
    const prepare = () => editor.actions.save();
    return { project, movie: template, values: given, defaults: Object.fromEntries(defaults), labels, prepare };
  }, [editor]);
  return <LinkDialog film={film} onClose={() => session.setState({ linkOpen: false })} />;
}
