import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { filmName, type RenderChoices, renderFormFields, storeFields } from '#renderer/project/render-form.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type CurlDestination, curlCommand } from '../form/curl-command.ts';
import type { RenderForm } from '../form/use-render-form.ts';

/** Returns a function that copies a curl command, which renders with the settings of the form. */
export function useCopyCurl({ film, choices }: RenderForm): () => Promise<void> {
  const { render: strings } = useStrings();
  const api = useApi();
  const desktop = useDesktop();
  const editor = useEditor();
  const toasts = useToast();
  const lineFor = async (origin: string, curlConfig: string | null): Promise<string> => {
    const name = filmName(film);
    if (!name.ok) throw new Error(say(name.error));
    // If the template can be saved, refer to it by name. Otherwise, include its text.
    const saved = await editor.saving.save();
    const { text, template, project } = editor.document.state;
    return curlCommand({
      origin,
      credentials: curlConfig === null ? { kind: 'environment' } : { kind: 'file', path: curlConfig },
      region: await api.region(),
      project,
      subject: saved.kind === 'saved' ? { kind: 'movie', name: template } : { kind: 'template', xml: text },
      fields: renderFormFields(film, name.value),
      destination: destinationFor(choices, name.value),
    });
  };
  const copy = async (): Promise<void> => {
    try {
      const origin = desktop === null ? location.origin : ((await desktop.apiAccess())?.url ?? null);
      if (origin === null) {
        toasts.show({
          message: strings.curlOff,
          detail: strings.curlOffHint,
          tone: 'warning',
          action: { label: strings.curlSwitchOn, run: () => void switchOn() },
        });
        return;
      }
      const { curlConfig } = await api.client.call('readAccess');
      const line = await lineFor(origin, curlConfig);
      await navigator.clipboard.writeText(line);
      const entersKeys = choices.destination === 'store' && choices.store.credentials === '';
      const hint = curlConfig === null ? strings.curlFromEnvironment : strings.curlFromFile(curlConfig);
      toasts.show({ message: strings.curlCopied, detail: entersKeys ? `${hint} ${strings.curlStoreKeys}` : hint });
    } catch (error) {
      showError(error);
    }
  };
  const switchOn = async (): Promise<void> => {
    if (desktop === null) return;
    try {
      const { api: before } = await desktop.settings();
      await desktop.changeSettings({ api: { ...before, enabled: true } });
      await copy();
    } catch (error) {
      showError(error);
    }
  };
  const showError = (error: unknown) => {
    const { title, detail } = problemWords(error);
    toasts.show({ message: title, detail, tone: 'danger' });
  };
  return copy;
}

function destinationFor(choices: RenderChoices, filename: string): CurlDestination | null {
  if (choices.destination === 'file') return null;
  const { credentials } = choices.store;
  return { place: storeFields(choices, filename), credentials: credentials === '' ? null : credentials };
}
