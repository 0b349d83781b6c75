import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/**
 * Takes a file of this machine into the project. What it is called there is told as soon as its upload has begun; the
 * brand names it, and shows it once it is there.
 */
export function useTakeFile(project: string): (onNamed: ((name: string) => void) | null) => Promise<void> {
  const { uploads } = useApi();
  const toast = useToast();
  const { brand: words } = useStrings();
  return async (onNamed) => {
    try {
      const [offered] = await pickFiles({ multiple: false });
      if (offered === undefined) return;
      const [id] = await uploads.add(project, [offered]);
      const row = uploads.rows.getState().find((each) => each.id === id);
      const name = row?.name ?? offered.file.name.normalize('NFC');
      toast.show(words.uploading(name));
      onNamed?.(name);
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
    }
  };
}
