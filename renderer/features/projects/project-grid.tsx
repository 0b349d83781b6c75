import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useActionPort, useActions } from '#renderer/actions/runtime/use-actions.tsx';
import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import { type MissingAsset, useMissing } from '#renderer/api/queries/use-publishing.ts';
import { NameDialog } from '#renderer/common/projects/name-dialog.tsx';
import { rememberLibraryTab } from '#renderer/shell/window/use-editor-layout.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { moveGridFocus } from '#renderer/ui/keyboard/grid-focus.ts';
import { ProjectCard } from './project-card.tsx';
import styles from './projects-screen.module.css';
import { useProjectActions } from './use-project-actions.ts';

export interface ProjectGridProps {
  readonly projects: readonly ProjectEntry[];
  readonly all: readonly ProjectEntry[];
  /** The uid of the sample that was made at the first start. */
  readonly sample: string | null;
  readonly waiting: boolean;
}

/** Cards of projects: one tab stop, arrows inside. */
export function ProjectGrid({ projects, all, sample, waiting }: ProjectGridProps) {
  const { projects: words } = useStrings();
  const navigation = useNavigation();
  const actions = useProjectActions(all);
  const [stop, setStop] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<ProjectEntry | null>(null);
  const tabStop = projects.some(({ uid }) => uid === stop) ? stop : projects[0]?.uid;
  const { ports } = useStore(useActions().parts);
  const missing = useMissing().data;
  useActionPort(
    'projectCards',
    useMemo(() => ({ current: () => tabStop ?? null }), [tabStop]),
  );
  const showMissing = (project: string, [first]: readonly MissingAsset[]) => {
    rememberLibraryTab('assets');
    navigation.go({ screen: 'project', project, template: first?.templates[0] ?? null });
  };
  const grid = useRef<HTMLDivElement>(null);
  /** The focus goes on to the neighbour of what is gone. */
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move among the cards inside, which have the focus */}
      <div ref={grid} className={styles.grid} onKeyDown={(event) => void moveGridFocus(event, '[data-project]')}>
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
            onPublish={() => ports.publish?.open(project.uid)}
            onExport={() => ports.bundles?.exportProject(project.uid)}
            onDuplicate={() => actions.duplicate(project)}
            onRemove={() => remove(project)}
          />
        ))}
      </div>
      {renamed !== null && (
        <NameDialog
          title={words.renameTitle}
          action={words.renameAction}
          initial={renamed.name}
          onDone={(name) => actions.rename(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
