import { ArrowDownUp, Folder, FolderX, LayoutTemplate, Plus, RotateCw, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { closeDialog, openDialog, useDialog, useOpened } from '#renderer/actions/dialogs.ts';
import { ActionButton, usePaletteSource } from '#renderer/actions/use-actions.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { type MissingAsset, useMissing } from '#renderer/api/queries/use-publishing.ts';
import { useTemplatesOf } from '#renderer/api/queries/use-templates.ts';
import { filesOfTransfer } from '#renderer/api/uploads/collect-files.ts';
import { fileKindOf } from '#renderer/editor/file-kinds.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { useDeletions } from '#renderer/project/deletions.tsx';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { otherImageReason } from '#renderer/project/file-facts.ts';
import { NameDialog } from '#renderer/project/name-dialog.tsx';
import { NewProjectDialog } from '#renderer/project/new-project-dialog.tsx';
import { useNewTemplate } from '#renderer/project/new-template.ts';
import { listProjects, type ProjectSort } from '#renderer/project/project-list.ts';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { openedFile } from '#renderer/shell/window/opened-files.ts';
import { rememberLibraryTab } from '#renderer/shell/window/use-editor-layout.ts';
import { useAppWindow, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { nameProblem } from '#shared/names/asset-name.ts';
import { FirstStartHero } from './first-start-hero.tsx';
import { ImportButton } from './import-button.tsx';
import openDropStyles from './open-drop.module.css';
import { ProjectCard } from './project-card.tsx';
import styles from './projects-screen.module.css';
import { useFirstStart } from './use-first-start.ts';
import { useProjectActions } from './use-project-actions.ts';

export interface ProjectsScreenProps {
  /** The designs to start from, for a screen without projects. */
  readonly designs: ReactNode;
}

const NO_PROJECTS: readonly ProjectEntry[] = [];

/** Adds the projects and their templates to the command palette. The templates are loaded when the palette opens. */
function useProjectsPalette(projects: readonly ProjectEntry[]): void {
  const { app } = useStrings();
  const { shell, navigation } = useAppWindow();
  const isOpen = useStore(shell.store, ({ overlay }) => overlay === 'palette');
  const uids = useMemo(() => projects.filter(({ counts }) => counts.templates > 0).map(({ uid }) => uid), [projects]);
  const templates = useTemplatesOf(uids, isOpen);
  usePaletteSource(
    'projects',
    useMemo(
      () => ({
        heading: app.projectsHeading,
        order: 1,
        items: () =>
          projects.map(({ uid, name }) => ({
            id: `project-${uid}`,
            label: name,
            icon: Folder,
            run: () => navigation.getState().go({ screen: 'project', project: uid, template: null }),
          })),
      }),
      [app, navigation, projects],
    ),
  );
  usePaletteSource(
    'templates',
    useMemo(
      () => ({
        heading: app.tabTemplates,
        order: 2,
        items: () =>
          projects.flatMap((project) =>
            (templates.get(project.uid) ?? []).map(({ name }) => ({
              id: `template-${project.uid}-${name}`,
              label: name,
              icon: LayoutTemplate,
              hint: project.name,
              run: () => navigation.getState().go({ screen: 'project', project: project.uid, template: name }),
            })),
          ),
      }),
      [app, navigation, projects, templates],
    ),
  );
}

/** The first screen: all projects, or ways to begin if there are none. */
export function ProjectsScreen({ designs }: ProjectsScreenProps) {
  const { projects: strings } = useStrings();
  const { data, error, isPending, refetch } = useProjects();
  const { waiting } = useDeletions();
  const creating = useDialog('newProject') !== undefined;
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<ProjectSort>('opened');
  const search = useRef<HTMLInputElement>(null);
  const projects = useMemo(() => {
    const hidden = new Set(waiting.map(({ key }) => key));
    return data?.filter(({ uid }) => !hidden.has(uid));
  }, [data, waiting]);
  const firstStart = useFirstStart(data);
  const visible = useMemo(() => listProjects(projects ?? [], query, sort), [projects, query, sort]);
  useOpened('search', () => search.current?.focus());

  useProjectsPalette(projects ?? NO_PROJECTS);

  const dialog = creating && <NewProjectDialog onClose={() => closeDialog('newProject')} />;
  const newProject = () => openDialog('newProject', null);

  if (firstStart.shown) {
    return (
      <PageFrame>
        <OpenDrop>
          <FirstStartHero start={firstStart} designs={designs} onCreate={newProject} />
        </OpenDrop>
        {dialog}
      </PageFrame>
    );
  }
  return (
    <PageFrame title={strings.title}>
      <OpenDrop>
        <div className={styles.wrap}>
          <div className={styles.head}>
            <h1 className={styles.title}>{strings.title}</h1>
            <span className={`${styles.count} tabular`}>{projects?.length}</span>
            <span className={styles.space} />
            <SearchField
              ref={search}
              value={query}
              onChange={setQuery}
              label={strings.search}
              keys="/"
              className={styles.search}
            />
            <div className={styles.sort}>
              <Select<ProjectSort>
                label={strings.sort}
                icon={ArrowDownUp}
                value={sort}
                onChange={setSort}
                options={[
                  { value: 'opened', label: strings.sortOpened },
                  { value: 'name', label: strings.sortName },
                  { value: 'created', label: strings.sortCreated },
                  { value: 'size', label: strings.sortSize },
                ]}
              />
            </div>
            <ImportButton />
            <ActionButton action="design/new" />
            <Button variant="primary" icon={Plus} onClick={newProject}>
              {strings.create}
            </Button>
          </div>
          {error !== null && projects === undefined ? (
            <EmptyState icon={FolderX} title={strings.listFailed} hint={problemText(error)}>
              <Button icon={RotateCw} onClick={() => void refetch()}>
                {strings.retry}
              </Button>
            </EmptyState>
          ) : projects !== undefined && projects.length === 0 ? (
            <EmptyState title={strings.emptyTitle} hint={strings.emptyHint}>
              <ActionButton action="design/new" variant="primary" />
              <Button icon={Plus} onClick={newProject}>
                {strings.create}
              </Button>
              <Button icon={Sparkles} busy={firstStart.state === 'making'} onClick={firstStart.make}>
                {strings.makeSample}
              </Button>
            </EmptyState>
          ) : visible.length === 0 && query !== '' ? (
            <EmptyState title={strings.nothingFound(query)} hint={strings.nothingFoundHint}>
              <Button onClick={() => setQuery('')}>{strings.clearSearch}</Button>
            </EmptyState>
          ) : (
            <ProjectGrid
              projects={visible}
              all={projects ?? []}
              sample={firstStart.start?.sample ?? null}
              waiting={isPending}
            />
          )}
        </div>
      </OpenDrop>
      {dialog}
    </PageFrame>
  );
}

/**
 * A drop target for all files that the editor can open: templates with their media, bundles, and clips for a new movie
 * (videos and photos).
 */
function OpenDrop({ children }: { readonly children: ReactNode }) {
  const { opened } = useAppWindow();
  const { openWith: strings, projects } = useStrings();
  const begin = useNewTemplate();
  const toast = useToast();
  const take = async (transfer: DataTransfer) => {
    const files = await filesOfTransfer(transfer);
    if (files.length === 0 || opened.open(files.map(openedFile))) return;
    const reasons = await Promise.all(files.map(({ file }) => otherImageReason(file)));
    const clip = files.find(
      ({ file }, at) => reasons[at] === null && ['video', 'image'].includes(fileKindOf(file) ?? ''),
    );
    if (clip === undefined) {
      const at = reasons.findIndex((reason) => reason !== null);
      const [other, reason] = [files[at], reasons[at]];
      const detail =
        other === undefined || reason == null ? strings.nothingToOpenHint : strings.fileIs(other.file.name, reason);
      return void toast.show({ tone: 'warning', message: strings.nothingToOpen, detail });
    }
    try {
      await begin.inNewProject(projectNameOf(clip.file.name) ?? projects.defaultName, files);
    } catch (error) {
      toast.show({ tone: 'danger', message: strings.unreadable, detail: problemText(error) });
    }
  };
  const { isOver, handlers } = useFileDrop((transfer) => void take(transfer));
  return (
    <div className={openDropStyles.place} {...handlers}>
      {children}
      {isOver && <DropHint title={strings.dropHere} hint={strings.dropHint} className={openDropStyles.over} />}
    </div>
  );
}

/**
 * Returns a file name without its extension, such as “Beach” for `Beach.mp4`; null if it is not a valid project name.
 */
function projectNameOf(file: string): string | null {
  const name = file
    .replace(/\.[^.]*$/u, '')
    .trim()
    .normalize('NFC');
  return nameProblem(name) === null ? name : null;
}

export interface ProjectGridProps {
  readonly projects: readonly ProjectEntry[];
  readonly all: readonly ProjectEntry[];
  /** The uid of the sample project; null if there is none. */
  readonly sample: string | null;
  readonly waiting: boolean;
}

/** A grid of project cards. The grid is one tab stop, and arrow keys move inside it. */
function ProjectGrid({ projects, all, sample, waiting }: ProjectGridProps) {
  const { projects: strings } = useStrings();
  const navigation = useNavigation();
  const actions = useProjectActions(all);
  const [stop, setStop] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<ProjectEntry | null>(null);
  const tabStop = projects.some(({ uid }) => uid === stop) ? stop : projects[0]?.uid;
  const missing = useMissing().data;
  const { shell } = useAppWindow();
  useEffect(() => {
    shell.store.setState({ currentCard: tabStop ?? null });
    return () => shell.store.setState({ currentCard: null });
  }, [shell, tabStop]);
  const showMissing = (project: string, [first]: readonly MissingAsset[]) => {
    rememberLibraryTab('assets');
    navigation.go({ screen: 'project', project, template: first?.templates[0] ?? null });
  };
  const grid = useRef<HTMLDivElement>(null);
  /** Removes a project and moves the focus to the neighboring card. */
  const remove = (project: ProjectEntry) => {
    const cards = [...(grid.current?.querySelectorAll<HTMLElement>('[data-project]') ?? [])];
    const index = projects.indexOf(project);
    (cards[index + 1] ?? cards[index - 1])?.focus();
    actions.remove(project);
  };
  if (waiting) {
    return (
      <div className={styles.grid} aria-busy={true}>
        {['1', '2', '3', '4'].map((key) => (
          <div key={key} className={styles.waiting}>
            <Skeleton aspectRatio="16 / 9" radius={0} />
            <div className={styles.waitingBody}>
              <Skeleton width="60%" height={14} />
              <Skeleton width="40%" height={10} />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the focus between the cards inside */}
      <div ref={grid} className={styles.grid} onKeyDown={(event) => void moveTileFocus(event, '[data-project]')}>
        {projects.map((project) => (
          <ProjectCard
            key={project.uid}
            project={project}
            isSample={project.uid === sample && project.openedAt === null}
            isTabStop={project.uid === tabStop}
            onFocus={() => setStop(project.uid)}
            onOpen={() => navigation.go({ screen: 'project', project: project.uid, template: null })}
            onRename={() => setRenamed(project)}
            missing={missing?.get(project.uid) ?? []}
            onShowMissing={(assets) => showMissing(project.uid, assets)}
            onPublish={() => openDialog('publish', { project: project.uid })}
            onExport={() => openDialog('exportProject', { project: project.uid })}
            onDuplicate={() => actions.duplicate(project)}
            onRemove={() => remove(project)}
          />
        ))}
      </div>
      {renamed !== null && (
        <NameDialog
          title={strings.renameTitle}
          action={strings.renameAction}
          initial={renamed.name}
          onDone={(name) => actions.rename(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
