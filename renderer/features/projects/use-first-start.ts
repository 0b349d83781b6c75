import { useEffect, useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type ProjectEntry, useCreateSample } from '#renderer/api/queries/use-projects.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

export interface FirstStartState {
  /** The sample project; null until it exists. */
  readonly start: FirstStart | null;
  readonly state: 'none' | 'making' | 'ready' | 'failed';
  /** The reason why the sample could not be created; null if no attempt has failed. */
  readonly problem: string | null;
  /**
   * Whether to show the screen of the first start: the list of projects is empty, or contains only a sample that was
   * never opened.
   */
  readonly shown: boolean;
  readonly make: () => void;
}

/** Creates the sample project once on this machine, if no project has ever existed. */
export function useFirstStart(projects: readonly ProjectEntry[] | undefined): FirstStartState {
  const { mutate, isPending, error } = useCreateSample();
  const [start, setStart] = useState(readFirstStart);
  const hasRequested = useRef(false);
  const make = () => {
    mutate(undefined, {
      onSuccess: ({ uid, template }) => {
        const createdSample = { sample: uid, template };
        writeFirstStart(createdSample);
        setStart(createdSample);
      },
    });
  };
  const hasNoProjects = projects !== undefined && projects.length === 0 && start === null;
  useEffect(() => {
    if (!hasNoProjects || hasRequested.current) return;
    hasRequested.current = true;
    make();
  });
  const onlySample = projects?.length === 1 && projects[0]?.uid === start?.sample && projects[0]?.openedAt === null;
  return {
    start,
    state: isPending ? 'making' : error !== null ? 'failed' : start === null ? 'none' : 'ready',
    problem: error === null ? null : problemText(error),
    // On a slow machine, the list can already contain the sample project while it is still being created.
    shown: hasNoProjects || onlySample || (isPending && projects !== undefined && projects.length <= 1),
    make,
  };
}

const key = 'first-start';

/** The record of the sample project that this machine stored at the first start. */
export interface FirstStart {
  readonly sample: string;
  readonly template: string;
}

/** Returns the record; null if the sample was never created. */
function readFirstStart(): FirstStart | null {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null || !('sample' in stored) || !('template' in stored)) return null;
  const { sample, template } = stored;
  return typeof sample === 'string' && typeof template === 'string' ? { sample, template } : null;
}

function writeFirstStart(start: FirstStart): void {
  writeStored(key, start);
}
