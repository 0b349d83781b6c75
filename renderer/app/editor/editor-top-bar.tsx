import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  Bot,
  Check,
  ChevronDown,
  ChevronLeft,
  Clapperboard,
  FileText,
  History,
  LayoutTemplate,
  Pause,
  PencilLine,
  Play,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { closeDialog, openDialog, useDialog } from '#renderer/actions/dialogs.ts';
import {
  ActionButton,
  ActionIconButton,
  actionEntries,
  useAction,
  useActions,
} from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectStepLabels } from '#renderer/editor/selectors.ts';
import { recentFormats } from '#renderer/features/render/form/recent-formats.ts';
import { DataSetSelect } from '#renderer/features/variables/data-set-select.tsx';
import { nextInList } from '#renderer/interaction/focus.ts';
import { useAgents, useChangeAgents } from '#renderer/project/agents.tsx';
import frame from '#renderer/shell/frame/frame.module.css';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { areaProps } from '#renderer/shell/window/areas.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { MainMenu } from '../frame/main-menu.tsx';
import styles from './editor-top-bar.module.css';
import historyPopoverStyles from './history-popover.module.css';
import { useProjectName } from './project-crumb.tsx';
import renderButtonStyles from './render-button.module.css';
import { SaveStatus } from './save-status.tsx';

/** The top bar of the editor: names, save status, undo and redo, the data set, and the buttons for the next steps. */
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
        <AgentChip />
        <DataSetSelect />
        <ActionIconButton action="app/palette" />
        <ActionIconButton action="render/queue" />
        <RenderButton />
        <MainMenu />
      </div>
    </header>
  );
}

/** The names of the project and the template, with a menu to open another template. */
function TemplateMenu() {
  const { app } = useStrings();
  const { go } = useNavigation();
  const project = useEditorValue(({ document }) => document.state.project);
  const current = useEditorValue(({ document }) => document.state.template);
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

/** An undo or redo button that shows the name of the step. */
function UndoButton({ action: id }: { readonly action: 'edit/undo' | 'edit/redo' }) {
  const { actions: strings } = useStrings();
  const action = useAction(id);
  const isUndo = id === 'edit/undo';
  const step = useEditorValue(({ document }) => selectStepLabels(document.state))[isUndo ? 'undo' : 'redo'];
  if (action.icon === undefined) return null;
  if (step === null) {
    return (
      <IconButton
        icon={action.icon}
        size="sm"
        label={isUndo ? strings.undo : strings.redo}
        keys={action.keys}
        disabled={!action.enabled}
        onClick={action.run}
      />
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={action.icon}
      tooltip={action.label}
      keys={action.keys}
      aria-label={action.label}
      disabled={!action.enabled}
      onClick={action.run}
      className={styles.undo}
    >
      {say(step)}
    </Button>
  );
}

/**
 * A popover with all steps since the template was opened and a link to the saved revisions. Clicking a step goes to it.
 */
function HistoryPopover() {
  const { app } = useStrings();
  const open = useDialog('history') !== undefined;
  const setOpen = (next: boolean) => (next ? openDialog('history', null) : closeDialog('history'));
  const revisions = useAction('file/revisions');
  return (
    <Popover
      label={app.history}
      open={open}
      onOpenChange={setOpen}
      flush
      align="center"
      trigger={<IconButton icon={History} label={app.history} size="sm" />}
    >
      {open && (
        <div className={historyPopoverStyles.popover}>
          <HistorySteps />
          <div className={historyPopoverStyles.foot}>
            <Button
              variant="quiet"
              size="sm"
              icon={revisions.icon}
              disabled={!revisions.enabled}
              onClick={() => {
                setOpen(false);
                revisions.run();
              }}
            >
              {revisions.label}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}

const ROW = 28;
const MAX_HEIGHT = 412;

/**
 * The list of steps with the current step marked. It is one tab stop: arrow keys move the focus, and Enter goes to the
 * focused step.
 */
function HistorySteps() {
  const { app } = useStrings();
  const history = useEditorValue(({ document }) => document.state.history);
  const broken = useEditorValue(({ document }) => document.state.isTextBroken);
  const { jump } = useEditor().document;
  const { entries, position } = history;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(position);
  const wantsFocus = useRef(true);
  const virtual = useVirtualizer({
    count: entries.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialOffset: Math.max(0, position * ROW - MAX_HEIGHT / 2),
    initialRect: { width: 280, height: MAX_HEIGHT },
  });
  // A new edit discards the redo steps, which can include the focused step. In that case, focus the last step.
  const current = Math.min(focused, entries.length);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const step = scroller.current?.querySelector<HTMLElement>(`[data-step="${current}"]`);
    if (step === null || step === undefined) return;
    wantsFocus.current = false;
    step.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1;
    const target = nextInList(event.key, current, entries.length + 1, { page });
    if (target === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    virtual.scrollToIndex(target);
    setFocused(target);
  };
  // The history has a size limit, so the oldest stored step can have an id above 1.
  const isTruncated = entries.length > 0 && entries.every(({ id }) => id > 1);
  return (
    <div
      ref={scroller}
      className={historyPopoverStyles.list}
      style={{ height: Math.min(MAX_HEIGHT, (entries.length + 1) * ROW + 8) }}
    >
      <ol className={historyPopoverStyles.steps} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index - 1];
          const isCurrent = index === position;
          return (
            <li
              key={entry?.id ?? 0}
              className={historyPopoverStyles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={entries.length + 1}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                data-step={index}
                tabIndex={index === current ? 0 : -1}
                className={clsx(historyPopoverStyles.step, index > position && historyPopoverStyles.undone)}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => {
                  setFocused(index);
                  jump(index);
                }}
              >
                {isCurrent && <Icon icon={broken ? PencilLine : Check} size={14} />}
                {!isCurrent && index === 0 && <Icon icon={FileText} size={14} />}
                <span>
                  {entry?.label.code === 'step/take-change-of' && (
                    <Icon icon={Bot} size={14} className={historyPopoverStyles.author} />
                  )}
                  {entry === undefined ? (isTruncated ? app.historyCut : app.historyStart) : say(entry.label)}
                </span>
                {isCurrent && broken && <em>{app.historyBroken}</em>}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/**
 * The chip that names the working assistant, opens the list of its calls, and pauses all assistants. While assistants
 * are paused, the chip says so and resumes them.
 */
function AgentChip() {
  const { agents: strings } = useStrings();
  const { client } = useApi();
  const { data } = useAgents();
  const change = useChangeAgents();
  const author = useEditorValue(({ view }) => view.state.changedParts.author);
  const isPaused = data?.on === true && data.paused;
  const working = data?.on === true ? data.working : null;
  const text = isPaused ? strings.arePaused : working === null ? '' : strings.isWorking(working);
  return (
    <>
      <span role="status" className="visually-hidden">
        {text === '' && author !== null ? strings.hasChanged(author) : text}
      </span>
      {text !== '' && (
        <div className={styles.agents}>
          <Button
            variant="quiet"
            size="sm"
            icon={Bot}
            className={styles.agent}
            tooltip={strings.showCalls}
            aria-label={`${text}: ${strings.showCalls}`}
            onClick={() => openDialog('agentCalls', null)}
          >
            {text}
          </Button>
          <IconButton
            icon={isPaused ? Play : Pause}
            size="sm"
            label={isPaused ? strings.resume : strings.pause}
            onClick={() => void change(() => client.call('changeAgents', { body: { paused: !isPaused } }))}
          />
        </div>
      )}
    </>
  );
}

/** The render button, with a menu of batches and recently used formats. */
function RenderButton() {
  const { app } = useStrings();
  const actions = useActions();
  const [open, setOpen] = useState(false);
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  const change = (next: boolean) => {
    if (next) setEntries(entriesNow());
    setOpen(next);
  };
  const entriesNow = (): readonly MenuEntry[] => [
    ...actionEntries(actions, ['render/open', 'batch/open']),
    ...formatEntries(),
    ...actionEntries(actions, [
      null,
      'render/copy-link',
      'render/copy-form-link',
      null,
      'render/queue',
      'render/play-last',
    ]),
  ];
  const formatEntries = (): readonly MenuEntry[] =>
    recentFormats().map((format, at) => ({
      kind: 'command',
      id: `format ${format}`,
      label: app.renderAs(format),
      icon: at === 0 ? Clapperboard : undefined,
      run: () => openDialog('render', { format }),
    }));
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(true);
  };
  return (
    <div className={renderButtonStyles.split}>
      <ActionButton action="render/open" variant="primary" className={renderButtonStyles.main} onKeyDown={openByKey} />
      <Menu
        align="end"
        open={open}
        onOpenChange={change}
        entries={entries}
        trigger={
          <IconButton icon={ChevronDown} iconSize={14} label={app.moreRender} className={renderButtonStyles.more} />
        }
      />
    </div>
  );
}
