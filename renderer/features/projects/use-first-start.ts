import { useEffect, useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type ProjectEntry, useCreateSample } from '#renderer/api/queries/use-projects.ts';
import { type FirstStart, readFirstStart, writeFirstStart } from './first-start.ts';

export interface FirstStartState {
  /** The sample, once it is made. */
  readonly start: FirstStart | null;
  readonly state: 'none' | 'making' | 'ready' | 'failed';
  /** What went wrong, in words. */
  readonly problem: string | null;
  /** The very first start: nothing but the sample is there, and it was not opened. */
  readonly shown: boolean;
  readonly make: () => void;
}

/** Makes the sample project where there has never been a project, by itself and once. */
export function useFirstStart(projects: readonly ProjectEntry[] | undefined): FirstStartState {
  const { mutate, isPending, error } = useCreateSample();
  const [start, setStart] = useState(readFirstStart);
  const asked = useRef(false);
  const make = () => {
    mutate(undefined, {
      onSuccess: ({ uid, template }) => {
        const made = { sample: uid, template };
        writeFirstStart(made);
        setStart(made);
      },
    });
  };
  const neverAny = projects !== undefined && projects.length === 0 && start === null;
  useEffect(() => {
    if (!neverAny || asked.current) return;
    asked.current = true;
    make();
  });
  const onlySample = projects?.length === 1 && projects[0]?.uid === start?.sample && projects[0]?.openedAt === null;
  return {
    start,
    state: isPending ? 'making' : error !== null ? 'failed' : start === null ? 'none' : 'ready',
    problem: error === null ? null : problemText(error),
    // On a slow machine the sample is listed before it is all there, and known to be the sample.
    shown: neverAny || onlySample || (isPending && projects !== undefined && projects.length <= 1),
    make,
  };
}
