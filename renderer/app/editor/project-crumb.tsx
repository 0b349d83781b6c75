import { ChevronLeft } from 'lucide-react';
import { useRef } from 'react';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import styles from './editor-top-bar.module.css';

/** A link to the list of projects, with the name of this project. */
export function ProjectCrumb({ project }: { readonly project: string }) {
  const { app } = useStrings();
  const { go } = useNavigation();
  const name = useProjectName(project);
  return (
    <>
      <IconButton icon={ChevronLeft} label={app.allProjects} onClick={() => go({ screen: 'projects' })} />
      <Mark />
      <span className={styles.project}>{name}</span>
    </>
  );
}

/** Returns the name of a project; empty while loading. Keeps the last name after the project is deleted. */
export function useProjectName(project: string): string {
  const name = useProjects().data?.find(({ uid }) => uid === project)?.name;
  const last = useRef({ project, name: '' });
  if (name !== undefined) last.current = { project, name };
  return name ?? (last.current.project === project ? last.current.name : '');
}
