import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useCreateProject } from '#renderer/api/queries/use-projects.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { leaveFiles } from '#renderer/shell/window/left-files.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { leaveSizeOpen } from '../sources/clip-match.ts';
import { FIRST_FILM, type NewTemplate, newTemplateText } from './new-template-text.ts';

export interface BeginFilm {
  /**
   * Creates a project with an empty film in it, and opens that; the files become its scenes. Without a shape the film
   * takes its size from the first of them. Throws what is refused.
   */
  readonly inNewProject: (name: string, files?: readonly OfferedFile[], shape?: NewTemplate | null) => Promise<void>;
  /** Creates the first film of a project and opens it. What is refused is told. */
  readonly inProject: (project: string, files: readonly OfferedFile[], shape?: NewTemplate | null) => Promise<void>;
}

/** Begins an empty film and opens the editor with it. */
export function useBeginFilm(): BeginFilm {
  const api = useApi();
  const toast = useToast();
  const { go } = useNavigation();
  const { projects: words } = useStrings();
  const create = useCreateProject();
  const name = words.templatesPanel.defaultName;

  const inProject: BeginFilm['inProject'] = async (project, files, shape = null) => {
    try {
      await api.client.call('saveTemplate', {
        parameters: { region: await api.region(), project, name },
        body: newTemplateText(shape ?? FIRST_FILM),
        headers: { 'if-none-match': '*' },
      });
      await api.queries.invalidateQueries({ queryKey: queryKeys.templates(project) });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
      // The project is there, and says how to go on.
      return go({ screen: 'project', project, template: null });
    }
    if (shape === null) leaveSizeOpen(project, name);
    leaveFiles(project, name, files);
    go({ screen: 'project', project, template: name });
  };
  return {
    inProject,
    inNewProject: async (projectName, files = [], shape = null) => {
      const { uid } = await create.mutateAsync(projectName);
      await inProject(uid, files, shape);
    },
  };
}
