import { Undo2 } from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import {
  type ProjectEntry,
  useDeleteProject,
  useDuplicateProject,
  useRenameProject,
} from '#renderer/api/queries/use-projects.ts';
import { undoSeconds, useDeletions } from '#renderer/project/deletions.tsx';
import { copyName } from '#renderer/project/project-list.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** Returns the commands for a project in the list. Each command shows its errors. */
export function useProjectActions(projects: readonly ProjectEntry[]) {
  const { projects: strings } = useStrings();
  const toast = useToast();
  const deletions = useDeletions();
  const remove = useDeleteProject();
  const rename = useRenameProject();
  const duplicate = useDuplicateProject();
  const failureToast = (what: string) => (error: unknown) => {
    const { title, detail } = problemWords(error);
    toast.show({ message: `${strings.failed(what)}: ${title}`, detail, tone: 'danger' });
  };
  return {
    rename: (project: ProjectEntry, name: string) =>
      rename.mutateAsync({ uid: project.uid, name }).catch(failureToast(strings.renameAction)),
    duplicate: (project: ProjectEntry) => {
      const takenNames = projects.map(({ name }) => name);
      duplicate.mutate(
        { uid: project.uid, name: copyName(project.name, takenNames, strings) },
        {
          onSuccess: () => toast.show(strings.duplicated(project.name)),
          onError: failureToast(strings.duplicate),
        },
      );
    },
    remove: ({ uid, name }: ProjectEntry) => {
      deletions.add({
        key: uid,
        carryOut: (leaving) => {
          if (leaving) {
            const address = servicePath('/v1/project/:project', { project: uid });
            void fetch(address, { method: 'DELETE', keepalive: true });
          } else remove.mutate(uid, { onError: failureToast(strings.remove) });
        },
      });
      toast.show({
        id: `deleted-${uid}`,
        message: strings.removed(name),
        seconds: undoSeconds,
        countdown: true,
        action: { label: strings.undo, icon: Undo2, run: () => deletions.undo(uid) },
      });
    },
  };
}
