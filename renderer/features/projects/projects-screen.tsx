import { ArrowDownUp, Folder, FolderX, LayoutTemplate, Plus, RotateCw, Sparkles } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { useActionPort, usePaletteSource } from '#renderer/actions/runtime/use-actions.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { useTemplatesOf } from '#renderer/api/queries/use-templates.ts';
import { useDeletions } from '#renderer/common/projects/deletions-context.tsx';
import { NewProjectDialog } from '#renderer/common/projects/new-project-dialog.tsx';
import { listProjects, type ProjectSort } from '#renderer/common/projects/project-list.ts';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { FirstStartHero } from './first-start-hero.tsx';
import { ImportButton } from './import-button.tsx';
import { OpenDrop } from './open-drop.tsx';
import { ProjectGrid } from './project-grid.tsx';
import styles from './projects-screen.module.css';
import { useFirstStart } from './use-first-start.ts';

export interface ProjectsScreenProps {
  /** The designs to begin with, where somebody begins. */
  readonly designs: ReactNode;
}

const NO_PROJECTS: readonly ProjectEntry[] = [];

/** Puts the projects and their templates into the palette. The templates are read once it is open. */
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

/** The first screen: every project, or how to begin. */
export function ProjectsScreen({ designs }: ProjectsScreenProps) {
  const { projects: words } = useStrings();
  const { data, error, isPending, refetch } = useProjects();
  const { waiting } = useDeletions();
  const [creating, setCreating] = useState(false);
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<ProjectSort>('opened');
  const search = useRef<HTMLInputElement>(null);
  const projects = useMemo(() => {
    const hidden = new Set(waiting.map(({ key }) => key));
    return data?.filter(({ uid }) => !hidden.has(uid));
  }, [data, waiting]);
  const firstStart = useFirstStart(data);
  const found = useMemo(() => listProjects(projects ?? [], query, sort), [projects, query, sort]);
  useActionPort(
    'projects',
    useMemo(() => ({ create: () => setCreating(true), focusSearch: () => search.current?.focus() }), []),
  );

  useProjectsPalette(projects ?? NO_PROJECTS);

  const dialog = creating && <NewProjectDialog onClose={() => setCreating(false)} />;
  const newProject = () => setCreating(true);

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
    <PageFrame title={words.title}>
      <OpenDrop>
        <div className={styles.wrap}>
          <div className={styles.head}>
            <h1 className={styles.title}>{words.title}</h1>
            <span className={`${styles.count} tabular`}>{projects?.length}</span>
            <span className={styles.space} />
            <SearchField
              ref={search}
              value={query}
              onChange={setQuery}
              label={words.search}
              keys="/"
              className={styles.search}
            />
            <div className={styles.sort}>
              <Select<ProjectSort>
                label={words.sort}
                icon={ArrowDownUp}
                value={sort}
                onChange={setSort}
                options={[
                  { value: 'opened', label: words.sortOpened },
                  { value: 'name', label: words.sortName },
                  { value: 'created', label: words.sortCreated },
                  { value: 'size', label: words.sortSize },
                ]}
              />
            </div>
            <ImportButton />
            <ActionButton action="design/new" />
            <Button variant="primary" icon={Plus} onClick={newProject}>
              {words.create}
            </Button>
          </div>
          {error !== null && projects === undefined ? (
            <EmptyState icon={FolderX} title={words.listFailed} hint={problemText(error)}>
              <Button icon={RotateCw} onClick={() => void refetch()}>
                {words.retry}
              </Button>
            </EmptyState>
          ) : projects !== undefined && projects.length === 0 ? (
            <EmptyState title={words.emptyTitle} hint={words.emptyHint}>
              <ActionButton action="design/new" variant="primary" />
              <Button icon={Plus} onClick={newProject}>
                {words.create}
              </Button>
              <Button icon={Sparkles} busy={firstStart.state === 'making'} onClick={firstStart.make}>
                {words.makeSample}
              </Button>
            </EmptyState>
          ) : found.length === 0 && query !== '' ? (
            <EmptyState title={words.nothingFound(query)} hint={words.nothingFoundHint}>
              <Button onClick={() => setQuery('')}>{words.clearSearch}</Button>
            </EmptyState>
          ) : (
            <ProjectGrid
              projects={found}
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
