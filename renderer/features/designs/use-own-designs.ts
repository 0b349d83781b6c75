import { RotateCw, Undo2 } from 'lucide-react';
import { designBundleUrl } from '#renderer/api/client/media-urls.ts';
import { problemCode, problemWords } from '#renderer/api/client/problem-words.ts';
import { type DesignEntry, useDeleteDesign, useImportDesign } from '#renderer/api/queries/use-designs.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { BUNDLE_EXTENSION, bundleFileName } from '#shared/names/bundle-name.ts';
import { designNameOf } from './model/design-name.ts';

/** Returns the commands for design files and for the user's own designs. Each command shows its errors. */
export function useOwnDesigns(designs: readonly DesignEntry[]) {
  const { designs: strings } = useStrings();
  const toast = useToast();
  const importing = useImportDesign();
  const deleting = useDeleteDesign();
  const failed = (error: unknown) => {
    const { title, detail } = problemWords(error);
    toast.show({ message: title, detail, tone: 'danger' });
  };
  const take = (file: File, replace: boolean) => {
    const title = file.name.toLowerCase().endsWith(BUNDLE_EXTENSION)
      ? file.name.slice(0, -BUNDLE_EXTENSION.length)
      : file.name;
    // The names of bundled designs are taken, because bundled designs cannot be replaced.
    const shipped = designs.filter(({ own }) => !own).map(({ name }) => name);
    importing.mutate(
      { name: designNameOf(title, shipped), file, replace },
      {
        onSuccess: (design) => void toast.show({ message: strings.imported(design.title), tone: 'success' }),
        onError: (error) => {
          if (problemCode(error) !== 'design/exists') return failed(error);
          toast.show({
            message: strings.exists(title),
            tone: 'warning',
            action: { label: strings.replace, icon: RotateCw, run: () => take(file, true) },
          });
        },
      },
    );
  };
  const restore = (name: string, title: string, bundle: Blob) => {
    const file = new File([bundle], bundleFileName(title));
    importing.mutate({ name, file, replace: false }, { onError: failed });
  };
  return {
    isImporting: importing.isPending,
    choose: () =>
      void pickFiles({ multiple: false }).then(([offered]) => {
        if (offered !== undefined) take(offered.file, false);
      }),
    exportDesign: ({ name, title }: DesignEntry) => {
      const link = document.createElement('a');
      link.href = designBundleUrl(name);
      link.download = bundleFileName(title);
      link.click();
    },
    remove: ({ name, title }: DesignEntry) =>
      deleting.mutate(name, {
        onSuccess: (bundle) =>
          void toast.show({
            message: strings.removed(title),
            ...(bundle !== null && {
              action: { label: strings.undo, icon: Undo2, run: () => restore(name, title, bundle) },
            }),
          }),
        onError: failed,
      }),
  };
}
