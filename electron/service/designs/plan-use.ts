import { type DesignFile, type DesignSize, designSizes, sizesOf } from '#shared/designs/design-file.ts';
import type { Renames } from '#shared/designs/renamed-files.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { freeName, usableName } from '#shared/names/usable-name.ts';
import { type Language, textInLanguage, unknownSizeError } from './design-catalogue.ts';
import { templateName } from './stored-designs.ts';

/** The requested part of a design, and its new name in the project. */
export interface DesignRequest {
  /** The name of the size; by default the first one. */
  readonly size?: DesignSize | 'all' | undefined;
  /** The new name of the template; by default the design's title in the language. */
  readonly name?: string | undefined;
  readonly language: Language;
}

/** A file of a design or of a project. */
export interface NamedFile {
  readonly name: string;
  readonly sha256: string;
}

/** The names that a project already uses. All map keys are name keys. */
export interface TakenNames {
  /** The digests of the project's assets. */
  readonly assets: ReadonlyMap<string, string>;
  /** The names of the project's templates and movies. */
  readonly texts: ReadonlySet<string>;
}

/** The files that this use of a design adds to a project, with their names there. */
export interface DesignUsePlan {
  readonly templates: readonly PlannedTemplate[];
  readonly assets: readonly PlannedAsset[];
  /** The new names of files whose names are taken. */
  readonly renames: Renames;
}

export interface PlannedTemplate {
  readonly size: DesignSize;
  /** The name of the file in the design. */
  readonly of: string;
  readonly name: string;
}

export interface PlannedAsset {
  readonly name: string;
  readonly as: string;
  /** Whether the project already has the asset. */
  readonly exists: boolean;
}

/**
 * Chooses the names of files and templates. If the project has an equal file with the same name, uses that file. If a
 * different file has the name, adds a free number. Names in the design also count as taken. Throws `design/no-size`.
 */
export function planDesignUse(
  file: DesignFile,
  files: readonly NamedFile[],
  request: DesignRequest,
  taken: TakenNames,
): DesignUsePlan {
  const designKeys = new Set(files.map(({ name }) => nameKey(name)));
  const newKeys = new Set<string>();
  const assets = files.map(({ name, sha256 }): PlannedAsset => {
    const existingDigest = taken.assets.get(nameKey(name));
    if (existingDigest === undefined || existingDigest === sha256)
      return { name, as: name, exists: existingDigest === sha256 };
    const as = freeName(name, (key) => taken.assets.has(key) || designKeys.has(key) || newKeys.has(key));
    newKeys.add(nameKey(as));
    return { name, as, exists: false };
  });
  return {
    templates: plannedTemplates(file, request, taken.texts),
    assets,
    renames: assets.flatMap(({ name, as }) => (as === name ? [] : [[name, as] as const])),
  };
}

function plannedTemplates(
  file: DesignFile,
  request: DesignRequest,
  taken: ReadonlySet<string>,
): readonly PlannedTemplate[] {
  const all = sizesOf(file);
  const { size: requested = all[0]?.size } = request;
  const chosen = requested === 'all' ? all : all.filter(({ size }) => size === requested);
  if (chosen.length === 0) throw unknownSizeError(all.map(({ size }) => size));
  const base = request.name ?? usableName(textInLanguage(file.title, request.language));
  const names = new Set(taken);
  return chosen.map(({ size, template }) => {
    const sized = chosen.length === 1 ? base : `${base} ${designSizes[size].word}`;
    const name = freeName(sized, (key) => names.has(key));
    names.add(nameKey(name));
    return { size, of: templateName(template), name };
  });
}
