import { useMutation } from '@tanstack/react-query';
import { closeDialog, openDialog } from '#renderer/actions/dialogs.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { renderBody } from '#renderer/project/render-form.ts';
import { useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { addRequested } from '../form/requested-films.ts';
import type { RenderForm } from '../form/use-render-form.ts';

/**
 * Returns a mutation that submits the render of the form with the current text, saved or not. With `isPreview`, the
 * caller shows the film. The queue then stays closed, and the film is not saved as a file.
 */
export function useSubmitRender(form: RenderForm, { isPreview = false }: { readonly isPreview?: boolean } = {}) {
  const api = useApi();
  const editor = useEditor();
  const session = useRenderSessionStore();
  return useMutation({
    mutationFn: async () => {
      const { text, project, saving } = editor.document.state;
      if (saving.kind !== 'saved') void editor.saving.save();
      const body = renderBody({ ...form.film, text, keys: session.getState().keys });
      if (!body.ok) throw new Error(say(body.error));
      return await api.client.call('startRender', {
        parameters: { region: await api.region(), project },
        body: { ...body.value, async: 'true' },
      });
    },
    onSuccess: ({ id }) => {
      form.remember();
      if (!isPreview) {
        if (form.choices.destination === 'file') addRequested(sessionStorage, id);
        closeDialog('render');
        openDialog('queue', null);
        session.setState(({ requestedCount }) => ({
          requestedCount: requestedCount + 1,
        }));
      }
      void api.queries.invalidateQueries({ queryKey: queryKeys.queue });
      void api.queries.invalidateQueries({ queryKey: queryKeys.health });
    },
  });
}
