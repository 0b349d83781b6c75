import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type ProjectEntry = JsonOf<'listProjects'>['projects'][number];

/** Queries all projects, ordered by name. */
export function useProjects() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.projects,
    queryFn: async ({ signal }): Promise<readonly ProjectEntry[]> =>
      (await client.call('listProjects', { signal })).projects,
  });
}

/** Returns the mutation that creates a project. Its result has the uid and the name. */
export function useCreateProject() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (name: string) => client.call('createProject', { parameters: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.projects }),
  });
}

/** Deletes a project. The list is updated optimistically, and rolled back if the service refuses. */
export function useDeleteProject() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (uid: string) => client.call('deleteProject', { parameters: { project: uid } }),
    onMutate: async (uid) => {
      await queries.cancelQueries({ queryKey: queryKeys.projects });
      const before = queries.getQueryData<readonly ProjectEntry[]>(queryKeys.projects);
      queries.setQueryData<readonly ProjectEntry[]>(queryKeys.projects, (projects) =>
        projects?.filter((project) => project.uid !== uid),
      );
      return { before };
    },
    onError: (_error, _uid, context) => queries.setQueryData(queryKeys.projects, context?.before),
    onSuccess: (_answer, uid) => queries.removeQueries({ queryKey: queryKeys.project(uid) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.projects }),
  });
}

/** Renames a project. The list is updated optimistically. */
export function useRenameProject() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ uid, name }: { readonly uid: string; readonly name: string }) =>
      client.call('renameProject', { parameters: { project: uid }, body: { name } }),
    onMutate: ({ uid, name }) =>
      queries.setQueryData<readonly ProjectEntry[]>(queryKeys.projects, (projects) =>
        projects?.map((project) => (project.uid === uid ? { ...project, name } : project)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.projects }),
  });
}

/** Duplicates a project under a new name. Resolves with the copy. */
export function useDuplicateProject() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ uid, name }: { readonly uid: string; readonly name: string }) =>
      client.call('duplicateProject', { parameters: { project: uid }, body: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.projects }),
  });
}

/**
 * Creates the sample project in the page language, which takes some seconds. Resolves with its uid and the template to
 * open first.
 */
export function useCreateSample() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: () => client.call('createSample', { query: { language: pageLanguage() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.projects }),
  });
}

/**
 * Records that a project was opened, for the order of the list. Failures are ignored, because nothing else depends on
 * it.
 */
export function useRecordOpened(project: string): void {
  const { client } = useApi();
  useEffect(() => {
    client.call('openProject', { parameters: { project } }).catch(() => undefined);
  }, [client, project]);
}
