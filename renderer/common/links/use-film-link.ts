import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { expiryOf, type LinkChoices } from './link-choices.ts';

/** A film that a link is made to. */
export interface LinkedFilm {
  readonly project: string;
  readonly movie: string;
  readonly values: Readonly<Record<string, string>>;
  /** Variables without a value, with their defaults: others may be allowed to change them, too. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The labels of variables in forms, by name; a variable without one is shown by its name. */
  readonly labels: ReadonlyMap<string, string>;
  /** Called before the link is made, such as to save what it is to be of. */
  readonly prepare?: () => Promise<unknown>;
}

/** A link, and whether people on other machines can open it. */
export interface MadeLink {
  readonly address: string;
  readonly isPublic: boolean;
}

/** The link, or null where the service answers no other programs on this machine. */
export function useFilmLink({ project, movie, values, prepare }: LinkedFilm, choices: LinkChoices) {
  const { client } = useApi();
  const desktop = useDesktop();
  const { format, lifetime, free } = choices;
  // One moment for all choices, so that a link that is looked at again is the same.
  const [now] = useState(() => Date.now());
  return useQuery({
    queryKey: queryKeys.filmLink(project, movie, { values, now, format, lifetime, free }),
    queryFn: async ({ signal }): Promise<MadeLink | null> => {
      const origin = desktop === null ? location.origin : ((await desktop.apiAccess())?.url ?? null);
      if (origin === null) return null;
      await prepare?.();
      const expires = expiryOf(lifetime, now);
      const body = { project, movie, format, values, vary: [...free], ...(expires !== null && { expires }) };
      const { path, public: shared } = await client.call('createLink', { body, signal });
      if (shared !== null) return { address: shared, isPublic: true };
      return { address: `${origin}${path}`, isPublic: !isOfThisMachine(origin) };
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}
