import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/**
 * Returns a function that uploads a file into the project. When the upload begins, `onNamed` receives the name of the
 * future asset, so that the brand can refer to it.
 */
export function useTakeFile(project: string): (onNamed: ((name: string) => void) | null) => Promise<void> {
  const { uploads } = useApi();
  const toast = useToast();
  const { brand: strings } = useStrings();
  return async (onNamed) => {
    try {
      const [offered] = await pickFiles({ multiple: false });
      if (offered === undefined) return;
      const [id] = await uploads.add(project, [offered]);
      const row = uploads.rows.getState().find((upload) => upload.id === id);
      const name = row?.name ?? offered.file.name.normalize('NFC');
      toast.show(strings.uploading(name));
      onNamed?.(name);
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
    }
  };
}
