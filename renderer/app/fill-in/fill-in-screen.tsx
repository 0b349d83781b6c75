import { FileX2, LayoutTemplate } from 'lucide-react';
import { useEffect } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useNoteOpened } from '#renderer/api/queries/use-projects.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { EditingRecordProvider } from '#renderer/state/editing-record-context.tsx';
import { EditorProvider } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { useOpenTemplate } from '../editor/use-open-template.ts';
import { FillInWorkspace } from './fill-in-workspace.tsx';

export interface FillInScreenProps {
  readonly project: string;
  /** Name of the template; null for the first. */
  readonly template: string | null;
}

/** A template as a form beside its film. */
export function FillInScreen({ project, template }: FillInScreenProps) {
  const { fillIn: words } = useStrings();
  const { replace } = useNavigation();
  const { data: templates } = useTemplates(project);
  useNoteOpened(project);
  const first = template === null ? (templates?.[0]?.name ?? null) : null;
  useEffect(() => {
    if (first !== null) replace({ screen: 'fill-in', project, template: first });
  }, [first, project, replace]);
  if (template !== null) return <OpenForm project={project} name={template} />;
  if (templates === undefined || first !== null) return <ScreenSkeleton />;
  return (
    <PageFrame heading={words.title}>
      <EmptyState icon={LayoutTemplate} title={words.noTemplate} hint={words.noTemplateHint}>
        <ActionButton action="app/projects" />
      </EmptyState>
    </PageFrame>
  );
}

function OpenForm({ project, name }: { readonly project: string; readonly name: string }) {
  const { app } = useStrings();
  const opening = useOpenTemplate(project, name);
  switch (opening.kind) {
    case 'opening':
      return <ScreenSkeleton />;
    case 'failed':
      return (
        <PageFrame heading={name}>
          <EmptyState icon={FileX2} title={app.templateMissing} hint={problemText(opening.error)}>
            <ActionButton action="app/projects" />
          </EmptyState>
        </PageFrame>
      );
    case 'open':
      return (
        <EditorProvider store={opening.template.editor}>
          <EditingRecordProvider store={opening.template.record}>
            <FillInWorkspace />
          </EditingRecordProvider>
        </EditorProvider>
      );
    default:
      return opening satisfies never;
  }
}
