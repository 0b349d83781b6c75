import { Film, FolderX, LayoutTemplate, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ActionButton } from '#renderer/actions/use-actions.tsx';
import { problemCode } from '#renderer/api/client/problem-words.ts';
import { useRecordOpened } from '#renderer/api/queries/use-projects.ts';
import { type TemplateEntry, useTemplates } from '#renderer/api/queries/use-templates.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { EditorProvider } from '#renderer/editor/editor-context.tsx';
import { NewTemplateDialog } from '#renderer/features/assets/new-template-dialog.tsx';
import { TemplateDialogs } from '#renderer/features/assets/template-dialogs.tsx';
import { TemplatePanel } from '#renderer/features/assets/template-panel.tsx';
import { BrandColors } from '#renderer/project/brand-colors.tsx';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { useNewTemplate } from '#renderer/project/new-template.ts';
import { TemplateFailure } from '#renderer/project/template-failure.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { openedFile } from '#renderer/shell/window/opened-files.ts';
import { useAppWindow, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { EditorWorkspace } from './editor-workspace.tsx';
import styles from './no-template.module.css';
import { ProjectCrumb, useProjectName } from './project-crumb.tsx';
import { useOpenTemplate } from './use-open-template.ts';

export interface EditorScreenProps {
  readonly project: string;
  /** The name of the template; null for the last opened template or, without one, the first template. */
  readonly template: string | null;
}

/** The project screen: the editor with a template, or a form to create the first template. */
export function EditorScreen({ project, template }: EditorScreenProps) {
  const { replace } = useNavigation();
  const { data: templates, error } = useTemplates(project);
  useRecordOpened(project);
  const chosen = template ?? (templates === undefined ? null : firstTemplate(project, templates));
  useEffect(() => {
    if (template === null && chosen !== null) replace({ screen: 'project', project, template: chosen });
  }, [template, chosen, project, replace]);

  // The open template stays open when its project is deleted, because only the page still has the text.
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
            <TemplateFailure error={opening.error} onRetry={opening.retry}>
              <ActionButton action="app/projects" />
            </TemplateFailure>
            <aside aria-label={app.tabTemplates} style={{ width: 320, display: 'flex', flexDirection: 'column' }}>
              <TemplatePanel project={project} current={null} />
              <TemplateDialogs project={project} current={null} />
            </aside>
          </div>
        </PageFrame>
      );
    case 'open':
      return (
        <EditorProvider editor={opening.template.editor}>
          <BrandColors project={project}>
            <EditorWorkspace />
          </BrandColors>
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

/** The screen of a project without templates. Dropped files create the first template. */
function NoTemplate({ project }: { readonly project: string }) {
  const { app, projects: strings } = useStrings();
  const { opened } = useAppWindow();
  const begin = useNewTemplate();
  const [creating, setCreating] = useState(false);
  const addFiles = async (offered: Promise<readonly OfferedFile[]>) => {
    const files = await offered;
    // Dropped templates and bundles open with the other dropped files, as on every screen.
    if (files.length > 0 && !opened.open(files.map(openedFile))) await begin.inProject(project, files);
  };
  const { isOver, handlers } = useFileDrop((transfer) => void addFiles(filesOfTransfer(transfer)));
  return (
    <PageFrame heading={useProjectName(project) || app.noTemplate} start={<ProjectCrumb project={project} />}>
      <div className={styles.place} {...handlers}>
        <EmptyState icon={LayoutTemplate} title={app.noTemplate} hint={app.noTemplateHint}>
          <Button variant="primary" icon={Film} onClick={() => void addFiles(pickFiles({ multiple: true }))}>
            {app.beginWithFiles}
          </Button>
          <ActionButton action="design/new" />
          <Button icon={Plus} onClick={() => setCreating(true)}>
            {strings.templatesPanel.create}
          </Button>
        </EmptyState>
        {isOver && <DropHint title={app.dropToBegin} hint={app.dropFirst} className={styles.over} />}
      </div>
      {creating && <NewTemplateDialog project={project} taken={[]} onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}

/** Returns the template of the project that was last opened on this machine; null if there is none. */
function readLastTemplate(project: string): string | null {
  const stored = readStored(keyOf(project));
  return typeof stored === 'string' ? stored : null;
}

function writeLastTemplate(project: string, template: string): void {
  writeStored(keyOf(project), template);
}

function keyOf(project: string): string {
  return `last-template/${project}`;
}
