import { FileX2, FolderX } from 'lucide-react';
import { useEffect } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { problemCode, problemText } from '#renderer/api/client/problem-words.ts';
import { useNoteOpened } from '#renderer/api/queries/use-projects.ts';
import { type TemplateEntry, useTemplates } from '#renderer/api/queries/use-templates.ts';
import { BrandColours } from '#renderer/common/brand/brand-colours.tsx';
import { TemplatePanel } from '#renderer/features/assets/templates/template-panel.tsx';
import { readLastTemplate, writeLastTemplate } from '#renderer/features/projects/last-template.ts';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { EditingRecordProvider } from '#renderer/state/editing-record-context.tsx';
import { EditorProvider } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { EditorWorkspace } from './editor-workspace.tsx';
import { NoTemplate } from './no-template.tsx';
import { useOpenTemplate } from './use-open-template.ts';

export interface EditorScreenProps {
  readonly project: string;
  /** Null for the one that was open last, or the first. */
  readonly template: string | null;
}

/** A project: one of its templates in the editor, or how to make the first. */
export function EditorScreen({ project, template }: EditorScreenProps) {
  const { replace } = useNavigation();
  const { data: templates, error } = useTemplates(project);
  useNoteOpened(project);
  const chosen = template ?? (templates === undefined ? null : firstTemplate(project, templates));
  useEffect(() => {
    if (template === null && chosen !== null) replace({ screen: 'project', project, template: chosen });
  }, [template, chosen, project, replace]);

  // An open template stays open even when its project is gone: its text is not.
  if (chosen === null && problemCode(error) === 'project/not-found') return <ProjectMissing />;
  if (chosen !== null) return <TemplateEditor key={chosen} project={project} name={chosen} />;
  if (templates === undefined) return <ScreenSkeleton shape="editor" />;
  return <NoTemplate project={project} />;
}

function ProjectMissing() {
  const { app } = useStrings();
  return (
    <PageFrame heading={app.projectMissing}>
      <EmptyState icon={FolderX} title={app.projectMissing} hint={app.projectMissingHint}>
        <ActionButton action="app/projects" />
      </EmptyState>
    </PageFrame>
  );
}

function TemplateEditor({ project, name }: { readonly project: string; readonly name: string }) {
  const { app } = useStrings();
  const opening = useOpenTemplate(project, name);
  useEffect(() => writeLastTemplate(project, name), [project, name]);
  switch (opening.kind) {
    case 'opening':
      return <ScreenSkeleton shape="editor" />;
    case 'failed':
      if (problemCode(opening.error) === 'project/not-found') return <ProjectMissing />;
      return (
        <PageFrame heading={name}>
          <div style={{ display: 'flex', flex: 1, minHeight: 0 }}>
            <EmptyState icon={FileX2} title={app.templateMissing} hint={problemText(opening.error)}>
              <ActionButton action="app/projects" />
            </EmptyState>
            <aside aria-label={app.tabTemplates} style={{ width: 320, display: 'flex', flexDirection: 'column' }}>
              <TemplatePanel project={project} current={null} />
            </aside>
          </div>
        </PageFrame>
      );
    case 'open':
      return (
        <EditorProvider store={opening.template.editor}>
          <EditingRecordProvider store={opening.template.record}>
            <BrandColours project={project}>
              <EditorWorkspace />
            </BrandColours>
          </EditingRecordProvider>
        </EditorProvider>
      );
    default:
      return opening satisfies never;
  }
}

function firstTemplate(project: string, templates: readonly TemplateEntry[]): string | null {
  const last = readLastTemplate(project);
  const known = templates.find(({ name }) => name === last);
  return (known ?? templates[0])?.name ?? null;
}
