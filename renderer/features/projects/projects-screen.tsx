import { ArrowDownUp, FolderX, Plus, RotateCw, Sparkles } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ActionButton } from '../../actions/runtime/action-button.tsx';
import { useActionPort } from '../../actions/runtime/use-actions.tsx';
import { problemText } from '../../api/client/problem-words.ts';
import { useProjects } from '../../api/queries/use-projects.ts';
import { useDeletions } from '../../common/projects/deletions-context.tsx';
import { NewProjectDialog } from '../../common/projects/new-project-dialog.tsx';
import { listProjects, type ProjectSort } from '../../common/projects/project-list.ts';
import { PageFrame } from '../../shell/frame/page-frame.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
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
