import type { guide } from 'virtual:guide';
import { useEffect, useState } from 'react';

type Fetch = (typeof guide)[number]['texts']['en'];
type Sections = Awaited<ReturnType<Fetch>>['sections'];

type Outcome =
  | { readonly of: Fetch; readonly sections: Sections }
  | { readonly of: Fetch; readonly error: unknown }
  | { readonly of: null };

/** The sections of a page; null until they are there. Throws what keeps them from coming. */
export function useSections(fetch: Fetch): Sections | null {
  const [outcome, setOutcome] = useState<Outcome>({ of: null });
  useEffect(() => {
    let isOver = false;
    const tell = (next: Outcome) => {
      if (!isOver) setOutcome(next);
    };
    fetch().then(
      ({ sections }) => tell({ of: fetch, sections }),
      (error: unknown) => tell({ of: fetch, error }),
    );
    return () => {
      isOver = true;
    };
  }, [fetch]);
  if (outcome.of !== fetch) return null;
  if ('error' in outcome) throw outcome.error;
  return outcome.sections;
}
