import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useCreateProject } from '#renderer/api/queries/use-projects.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { storePendingFiles } from '#renderer/shell/window/pending-files.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { markSizeUndecided } from './clip-match.ts';

export interface NewTemplateActions {
  /**
   * Creates a project with an empty template, opens it, and adds the files as scenes. If no shape is given, the first
   * file determines the size. Throws the errors of the service.
   */
  readonly inNewProject: (name: string, files?: readonly OfferedFile[], shape?: NewTemplate | null) => Promise<void>;
  /** Creates the first template of a project and opens it. Shows errors of the service in toasts. */
  readonly inProject: (project: string, files: readonly OfferedFile[], shape?: NewTemplate | null) => Promise<void>;
}

/** Returns functions that create an empty template and open it in the editor. */
export function useNewTemplate(): NewTemplateActions {
  const api = useApi();
  const toast = useToast();
  const { go } = useNavigation();
  const { projects: strings } = useStrings();
  const create = useCreateProject();
  const name = strings.templatesPanel.defaultName;

  const inProject: NewTemplateActions['inProject'] = async (project, files, shape = null) => {
    try {
      await api.client.call('saveTemplate', {
        parameters: { region: await api.region(), project, name },
        body: newTemplateText(shape ?? FIRST_TEMPLATE),
        headers: { 'if-none-match': '*' },
      });
      await api.queries.invalidateQueries({ queryKey: queryKeys.templates(project) });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
      // The project exists, but its template was not created. The project screen offers to create one.
      return go({ screen: 'project', project, template: null });
    }
    if (shape === null) markSizeUndecided(project, name);
    storePendingFiles(project, name, files);
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

export interface NewTemplate {
  readonly width: number;
  readonly height: number;
  /** The frame rate in the notation of the template, such as `30` or `30000/1001`. */
  readonly frameRate: string;
}

/** The initial size and frame rate of a project's first movie. The first clip can change them. */
export const FIRST_TEMPLATE: NewTemplate = { width: 1920, height: 1080, frameRate: '30' };

/** Returns the text of a new template: a movie without scenes in the page language. */
export function newTemplateText({ width, height, frameRate }: NewTemplate): string {
  const language = pageLanguage();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<movie width="${width}" height="${height}" framerate="${frameRate}"${language === 'en' ? '' : ` language="${language}"`}>`,
    '</movie>',
    '',
  ].join('\n');
}
