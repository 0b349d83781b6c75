import { clsx } from 'clsx';
import { ChevronDown, ChevronLeft, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { DataSetSelect } from '#renderer/features/variables/data-set-select.tsx';
import frame from '#renderer/shell/frame/frame.module.css';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { areaProps } from '#renderer/shell/window/areas.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { MainMenu } from '../../frame/main-menu.tsx';
import styles from './editor-top-bar.module.css';
import { HistoryPopover } from './history-popover.tsx';
import { useProjectName } from './project-crumb.tsx';
import { RenderButton } from './render-button.tsx';
import { SaveStatus } from './save-status.tsx';
import { UndoButton } from './undo-button.tsx';

/** The editor's top bar: where one is, whether it is saved, undo and redo by name, the data set, what comes next. */
export function EditorTopBar({ onCompare }: { readonly onCompare: () => void }) {
  const { app } = useStrings();
  const { go } = useNavigation();
  return (
    <header {...areaProps} className={clsx(frame.topBar, styles.bar)}>
      <div className={frame.side}>
        <IconButton icon={ChevronLeft} label={app.allProjects} onClick={() => go({ screen: 'projects' })} />
        <Mark />
        <TemplateMenu />
        <SaveStatus onCompare={onCompare} />
      </div>
      <div className={frame.middle}>
        <UndoButton action="edit/undo" />
        <UndoButton action="edit/redo" />
        <HistoryPopover />
      </div>
      <div className={frame.side}>
        <DataSetSelect />
        <ActionIconButton action="app/palette" />
        <ActionIconButton action="render/queue" />
        <RenderButton />
        <MainMenu />
      </div>
    </header>
  );
}

/** Project and template; the menu goes to another template. */
function TemplateMenu() {
  const { app } = useStrings();
  const { go } = useNavigation();
  const project = useEditor((state) => state.project);
  const current = useEditor((state) => state.template);
  const { data: templates = [] } = useTemplates(project);
  const [open, setOpen] = useState(false);
  const projectName = useProjectName(project);
  return (
    <Menu
      onOpenChange={setOpen}
      trigger={
        <Button
          variant="quiet"
          iconEnd={ChevronDown}
          className={styles.template}
          aria-label={`${app.switchTemplate}: ${projectName}, ${current}`}
        >
          <span className={styles.projectPart}>{projectName} /</span>
          <span className={styles.templatePart}>{current}</span>
        </Button>
      }
      entries={
        open
          ? templates.map(({ name }) => ({
              kind: 'command',
              id: name,
              label: name,
              icon: LayoutTemplate,
              checked: name === current,
              exclusive: true,
              run: () => go({ screen: 'project', project, template: name }),
            }))
          : []
      }
    />
  );
}
