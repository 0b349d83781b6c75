import { ServiceError } from '../errors/service-error.ts';
import { addFonts, removeFonts } from './add-fonts.ts';
import { type FontPackage, fontPackages } from './font-packages.ts';
import { fontsOfPackage, type InstalledFont, readInstalledFonts } from './installed-fonts.ts';

/** A package of fonts and its state on this machine. */
export interface PackageState {
  readonly package: FontPackage;
  readonly state: 'absent' | 'adding' | 'added';
  readonly fetchedBytes: number;
  /** The error of the last attempt, in English; null if there was none. */
  readonly failure: string | null;
  readonly fonts: readonly InstalledFont[];
}

/**
 * The store of added fonts, which works in the background. Methods that take the name of a package throw
 * `fonts/not-found`.
 */
export interface FontStore {
  readonly list: () => Promise<readonly PackageState[]>;
  /** Starts to add a package. Does nothing if it is already added or being added. */
  readonly add: (name: string) => Promise<PackageState>;
  /** Removes a package. Stops adding it if it is being added. */
  readonly remove: (name: string) => Promise<PackageState>;
  /** Returns a font. Throws `fonts/not-found` if it is not installed. */
  readonly find: (name: string, digest: string) => Promise<InstalledFont>;
  /** Returns all installed fonts. Reads the disk on each call, because the command can also add fonts. */
  readonly installed: () => Promise<readonly InstalledFont[]>;
  readonly stop: () => Promise<void>;
}

interface FontStoreOptions {
  /** The absolute path of the user's font folder, which all workspaces and the command share. */
  readonly folder: string;
  readonly registry: string;
  readonly onFailure: (error: unknown) => void;
  /** The available packages; by default, the packages that this version pins. */
  readonly packages?: readonly FontPackage[];
}

interface Adding {
  readonly controller: AbortController;
  fetchedBytes: number;
  readonly ended: Promise<void>;
}

export function createFontStore({ folder, registry, onFailure, packages = fontPackages }: FontStoreOptions): FontStore {
  const adding = new Map<string, Adding>();
  const failures = new Map<string, string>();

  const packageNamed = (name: string): FontPackage => {
    const match = packages.find((fontPackage) => fontPackage.name === name);
    if (match !== undefined) return match;
    throw new ServiceError(
      'fonts/not-found',
      `Choose from: ${packages.map((fontPackage) => fontPackage.name).join(', ')}.`,
    );
  };
  const stateOf = async (fontPackage: FontPackage): Promise<PackageState> => {
    const fonts = await fontsOfPackage(folder, fontPackage.name);
    const running = adding.get(fontPackage.name);
    return {
      package: fontPackage,
      state: fonts.length > 0 ? 'added' : running !== undefined ? 'adding' : 'absent',
      fetchedBytes: running?.fetchedBytes ?? 0,
      failure: failures.get(fontPackage.name) ?? null,
      fonts,
    };
  };
  const startAdding = (fontPackage: FontPackage): void => {
    const controller = new AbortController();
    const { signal } = controller;
    failures.delete(fontPackage.name);
    const onProgress = (done: number): void => {
      running.fetchedBytes = done;
    };
    const ended = addFonts(fontPackage, { folder, from: null, registry, signal, onProgress })
      .then(
        () => undefined,
        (error: unknown) => {
          if (signal.aborted) return;
          failures.set(fontPackage.name, error instanceof Error ? error.message : String(error));
          onFailure(error);
        },
      )
      .finally(() => adding.delete(fontPackage.name));
    const running: Adding = { controller, fetchedBytes: 0, ended };
    adding.set(fontPackage.name, running);
  };
  const stopAdding = async (name: string): Promise<void> => {
    const running = adding.get(name);
    running?.controller.abort();
    await running?.ended;
  };
  return {
    list: () => Promise.all(packages.map(stateOf)),
    add: async (name) => {
      const fontPackage = packageNamed(name);
      if ((await stateOf(fontPackage)).state === 'absent') startAdding(fontPackage);
      return await stateOf(fontPackage);
    },
    remove: async (name) => {
      const fontPackage = packageNamed(name);
      await stopAdding(name);
      failures.delete(name);
      await removeFonts(fontPackage, folder);
      return await stateOf(fontPackage);
    },
    find: async (name, digest) => {
      const font = (await fontsOfPackage(folder, packageNamed(name).name)).find(
        (candidate) => candidate.digest === digest,
      );
      if (font === undefined) throw new ServiceError('fonts/not-found', 'The font was removed.');
      return font;
    },
    installed: () => readInstalledFonts(folder),
    stop: async () => {
      await Promise.all([...adding.keys()].map(stopAdding));
    },
  };
}
