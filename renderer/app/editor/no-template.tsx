import { Film, LayoutTemplate, Plus } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';
import { useBeginFilm } from '#renderer/common/projects/use-begin-film.ts';
import { useFileDrop } from '#renderer/common/sources/use-file-drop.ts';
import { NewTemplateDialog } from '#renderer/features/assets/templates/new-template-dialog.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { openedFile } from '#renderer/shell/window/opened-files.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { ProjectCrumb, useProjectName } from './bar/project-crumb.tsx';
import styles from './no-template.module.css';

/** A project before its first template: clips that are dropped here begin one. */
export function NoTemplate({ project }: { readonly project: string }) {
  const { app, projects: words } = useStrings();
  const { opened } = useAppWindow();
  const begin = useBeginFilm();
  const [creating, setCreating] = useState(false);
  const take = async (coming: Promise<readonly OfferedFile[]>) => {
    const files = await coming;
    // Templates and bundles are opened as on every screen, with what came beside them.
    if (files.length > 0 && !opened.open(files.map(openedFile))) await begin.inProject(project, files);
  };
  const { isOver, handlers } = useFileDrop((transfer) => void take(filesOfTransfer(transfer)));
  return (
    <PageFrame heading={useProjectName(project) || app.noTemplate} start={<ProjectCrumb project={project} />}>
      <div className={styles.place} {...handlers}>
        <EmptyState icon={LayoutTemplate} title={app.noTemplate} hint={app.noTemplateHint}>
          <Button variant="primary" icon={Film} onClick={() => void take(pickFiles({ multiple: true }))}>
            {app.beginWithFiles}
          </Button>
          <ActionButton action="design/new" />
          <Button icon={Plus} onClick={() => setCreating(true)}>
            {words.templatesPanel.create}
          </Button>
        </EmptyState>
        {isOver && <DropHint title={app.dropToBegin} hint={app.dropFirst} className={styles.over} />}
      </div>
      {creating && <NewTemplateDialog project={project} taken={[]} onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
