import { useMemo, useState } from 'react';
import { useAssetNames } from '#renderer/api/queries/use-assets.ts';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { listProjects } from '#renderer/common/projects/project-list.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import type { Target } from './open-template-file.ts';

/** The choice of a project, with what it has. */
export interface TargetChoice {
  readonly target: Target;
  /** A project's uid, or null for a new one. */
  readonly chosen: string | null;
  readonly choose: (project: string | null) => void;
  /** Last opened first. */
  readonly projects: readonly ProjectEntry[];
  /** Names of the chosen project's assets. */
  readonly assets: readonly string[];
  /** False until the names are there. */
  readonly isKnown: boolean;
}

/** The project that is open is the first choice; elsewhere a new one, named after the file. */
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
