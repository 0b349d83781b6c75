import { problemWords } from '#renderer/api/client/problem-words.ts';
import { type DesignEntry, useBeginWithDesign } from '#renderer/api/queries/use-designs.ts';
import { leaveMoment } from '#renderer/shell/window/left-moment.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { DesignSize } from '#shared/designs/design-file.ts';

/** Begins a film with a design, and opens it to be filled in. */
export function useBegin(project: string | null) {
  const { go } = useNavigation();
  const toast = useToast();
  const begin = useBeginWithDesign();
  return {
    isPending: begin.isPending,
    run: (design: DesignEntry, size: DesignSize) => {
      if (begin.isPending) return;
      begin.mutate(
        { design, size, project },
        {
          onSuccess: (begun) => {
            // A film often begins with nothing to be seen; its poster shows what the design is.
            const sized = design.sizes.find((each) => each.size === size);
            if (sized !== undefined) leaveMoment(begun.project, begun.template, sized.posterFrame);
            go({ screen: 'fill-in', ...begun });
          },
          onError: (error) => {
            const { title, detail } = problemWords(error);
            toast.show({ message: title, detail, tone: 'danger' });
          },
        },
      );
    },
  };
}
