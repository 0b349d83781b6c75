import { useMemo, useState } from 'react';
import { useAssetNames } from '#renderer/api/queries/use-assets.ts';
import { type ProjectEntry, useProjects } from '#renderer/api/queries/use-projects.ts';
import { listProjects } from '#renderer/project/project-list.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import type { TargetProject } from './open-template-file.ts';

/** The chosen target project, with the data for the dialog. */
export interface TargetChoice {
  readonly target: TargetProject;
  /** The uid of the chosen project; null for a new project. */
  readonly chosen: string | null;
  readonly choose: (project: string | null) => void;
  /** The projects, last opened first. */
  readonly projects: readonly ProjectEntry[];
  /** The names of the assets in the chosen project. */
  readonly assets: readonly string[];
  /** Whether the names are loaded. */
  readonly isKnown: boolean;
}

/**
 * Returns the choice of a project. The default is the open project; on other screens, it is a new project with the name
 * of the file.
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
