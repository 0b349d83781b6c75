import { ChevronDown, ChevronLeft, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { ActionIconButton } from '../actions/action-button.tsx';
import { useTemplates } from '../api/use-templates.ts';
import { DataSetSelect } from '../features/variables/data-set-select.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { useStrings } from '../strings/use-strings.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { areaProps } from './areas.ts';
import styles from './editor-top-bar.module.css';
import frame from './frame.module.css';
import { HistoryPopover } from './history-popover.tsx';
import { MainMenu } from './main-menu.tsx';
import { Mark } from './mark.tsx';
import { useProjectName } from './project-crumb.tsx';
import { RenderButton } from './render-button.tsx';
import { SaveStatus } from './save-status.tsx';
import { UndoButton } from './undo-button.tsx';
import { useNavigation } from './window-context.tsx';

/** The editor's top bar: where one is, whether it is saved, undo and redo by name, the data set, what comes next. */
export function EditorTopBar() {
  const { app } = useStrings();
  const { go } = useNavigation();
  return (
    <header {...areaProps} className={frame.topBar}>
      <div className={frame.side}>
        <IconButton icon={ChevronLeft} label={app.allProjects} onClick={() => go({ screen: 'projects' })} />
        <Mark />
        <TemplateMenu />
        <SaveStatus />
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
              run: () => go({ screen: 'project', project, template: name }),
            }))
          : []
      }
    />
  );
}
