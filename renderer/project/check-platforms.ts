import { useEffect, useMemo, useState } from 'react';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { CheckOptions } from '#shared/film-check/check-film.ts';
import { filmChecks, isCheckCode } from '#shared/film-check/check-table.ts';
import { allPlatforms, type Platform, platformsOf } from '#shared/film-check/platforms.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

/** The platforms of a project, and the checks that are switched off for it. */
export interface ProjectChecks extends Required<Pick<CheckOptions, 'own' | 'off'>> {
  /** The built-in platforms and the platforms of the project. */
  readonly all: readonly Platform[];
}

/** Returns the settings of the film check for a project. They are part of its brand. */
export function useProjectChecks(project: string): ProjectChecks {
  const kit = useBrand(project).data?.brand;
  return useMemo(() => projectChecksOf(kit ?? {}), [kit]);
}

function projectChecksOf({ check = {} }: BrandKit): ProjectChecks {
  const own = platformsOf(check.platforms ?? []);
  return { own, off: (check.off ?? []).filter(isCheckCode), all: allPlatforms(own) };
}

/** Returns the names of the platforms that the user chose for a project on this machine. */
function readPlatforms(project: string): readonly string[] {
  const stored = readStored(platformsKey(project));
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

function platformsKey(project: string): string {
  return `check/platforms/${project}`;
}

/** The listeners to changes of the chosen platforms, which are stored on this machine. */
const listeners = new Set<() => void>();

/** Returns the chosen platforms of a project, and a function that changes the choice. */
export function usePlatforms(project: string): readonly [readonly string[], (names: readonly string[]) => void] {
  const [platforms, setPlatforms] = useState(() => readPlatforms(project));
  useEffect(() => {
    const read = () => setPlatforms(readPlatforms(project));
    read();
    listeners.add(read);
    return () => void listeners.delete(read);
  }, [project]);
  const choose = (names: readonly string[]) => {
    writeStored(platformsKey(project), names);
    for (const listener of [...listeners]) listener();
  };
  return [platforms, choose];
}

/** Returns a function that returns the facts about a picture among the assets of a project. */
export function picturesIn(assets: readonly AssetEntry[]) {
  return (source: MediaSource) => {
    const media = source.kind === 'asset' ? assetNamed(assets, source.name)?.media : null;
    if (source.kind !== 'asset' || media == null || media.width === null || media.height === null) return null;
    return { width: media.width, height: media.height, isVector: nameKey(source.name).endsWith('.svg') };
  };
}

const { warning: action } = filmChecks['text/unsafe-area'].thresholds;

/** Returns the safe areas of platforms that cover or crop the edges of the frame. */
export function safeAreasOf(platforms: readonly Platform[]): readonly SafeArea[] {
  return platforms.flatMap(({ name, margins }): readonly SafeArea[] => {
    if (margins === null) return [];
    const isTelevision = name === 'television';
    return [
      {
        name,
        title: margins,
        action: isTelevision ? { left: action, right: action, top: action, bottom: action } : null,
      },
    ];
  });
}
