import { useMemo, useState } from 'react';
import { useAssetNames } from '#renderer/api/queries/use-assets.ts';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { listProjects } from '#renderer/project/project-list.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import type { Target } from './open-template-file.ts';

/** The choice of a project, with the project's data. */
export interface TargetChoice {
  readonly target: Target;
  /** A project's uid; null for a new one. */
  readonly chosen: string | null;
  readonly choose: (project: string | null) => void;
  /** The last opened first. */
  readonly projects: readonly ProjectEntry[];
  /** Names of the chosen project's assets. */
  readonly assets: readonly string[];
  /** False while the names load. */
  readonly isKnown: boolean;
}

/**
 * Returns the choice of a project. The default is the open project; on other screens a new project, named after the
 * file.
 */
export function useTarget(name: string): TargetChoice {
  const { route } = useNavigation();
  const { data } = useProjects();
  const [chosen, choose] = useState<string | null>(route.screen === 'project' ? route.project : null);
  const assets = useAssetNames(chosen);
  const projects = useMemo(() => listProjects(data ?? [], '', 'opened'), [data]);
  return {
    target: chosen === null ? { kind: 'new', name } : { kind: 'project', uid: chosen },
    chosen,
    choose,
    projects,
    assets: assets ?? [],
    isKnown: assets !== undefined,
  };
}
