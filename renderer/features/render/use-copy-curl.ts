import { useApi } from '../../api/api-context.tsx';
import { problemWords } from '../../api/problem-words.ts';
import { useDesktop } from '../../app/window-context.tsx';
import { useEditorStore } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { useToast } from '../../ui/toast.tsx';
import { curlCommand } from './curl-command.ts';
import { bodyFields, filmName, placeOf } from './render-body.ts';
import type { RenderForm } from './use-render-form.ts';

/** Puts the form on the clipboard, as a line for a terminal. */
export function useCopyCurl({ film, choices }: RenderForm): () => Promise<void> {
  const { render: words } = useStrings();
  const api = useApi();
  const desktop = useDesktop();
  const editor = useEditorStore();
  const toasts = useToast();
  return async () => {
    try {
      const origin = desktop === null ? location.origin : ((await desktop.apiAccess())?.url ?? null);
      if (origin === null) {
        toasts.show({ message: words.curlOff, tone: 'warning' });
        return;
      }
      const name = filmName(film);
      if (!name.ok) throw new Error(name.error);
      // A saved template is a movie by its name; one that can't be saved goes along as it is.
      const saved = await editor.actions.save();
      const { text, template, project } = editor.getState();
      const { credentials } = choices.store;
      const line = curlCommand({
        origin,
        region: await api.region(),
        project,
        subject: saved.kind === 'saved' ? { kind: 'movie', name: template } : { kind: 'template', xml: text },
        fields: bodyFields(film, name.value),
        destination:
          choices.destination === 'file'
            ? null
            : { place: placeOf(choices, name.value), credentials: credentials === '' ? null : credentials },
      });
      await navigator.clipboard.writeText(line);
      toasts.show({ message: words.curlCopied, detail: words.curlCopiedHint });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toasts.show({ message: title, detail, tone: 'danger' });
    }
  };
}
