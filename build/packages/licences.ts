import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PackagingError } from './script.ts';

/** The license of a package that is part of the distribution. */
export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The license texts and notices of the package. */
  readonly texts: readonly string[];
}

interface Description {
  readonly name: string;
  readonly version: string;
  readonly licence: string | null;
  readonly dependencies: readonly string[];
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Returns the folders below `root` of the production packages: the direct and indirect dependencies in package.json.
 */
export async function runtimePackages(root: string): Promise<readonly string[]> {
  const folders = new Set<string>();
  const visit = async (folder: string): Promise<void> => {
    for (const name of (await describe(folder)).dependencies) {
      const place = await resolvePackage(folder, name, root);
      // Skip an optional package that is not installed.
      if (place === null || folders.has(place)) continue;
      folders.add(place);
      await visit(place);
    }
  };
  await visit(root);
  return [...folders].sort();
}

/** Returns the folders of the bundled packages according to the source maps of the bundles. */
export async function bundledPackages(root: string, maps: readonly string[]): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const map of maps) {
    const { sources } = JSON.parse(await readFile(map, 'utf8')) as { readonly sources: readonly string[] };
    for (const source of sources) {
      // Use the last match, because a package can be nested in the folder of a dependent package.
      const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source.replace(/^(?:\.\.\/)+/, '')) ?? [];
      if (folder !== undefined) folders.add(join(root, folder));
    }
  }
  return [...folders].sort();
}

/** Returns the license of each package. Throws {@link PackagingError} if a package has no license information. */
export async function packageLicences(folders: readonly string[]): Promise<readonly PackageLicence[]> {
  const all = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, licence } = await describe(folder);
      const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      if (licence === null && texts.length === 0)
        throw new PackagingError(`${name} ${version} has no license, so it cannot be distributed.`);
      return { name, version, licence: licence ?? 'see below', texts: texts.map((text) => text.trim()) };
    }),
  );
  const distinct = new Map(all.map((described) => [`${described.name}@${described.version}`, described]));
  return [...distinct.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Joins all licenses to one text. Packages with the same license text share it. */
export function licencesText(packages: readonly PackageLicence[], further: readonly PackageLicence[]): string {
  const byText = Map.groupBy(
    [...packages, ...further],
    ({ licence, texts }) => texts.join('\n\n') || `Licence: ${licence}`,
  );
  const parts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${names.join('\n')}\n\n${text}\n`;
  });
  return `Scenewright contains the following third-party software, each with its own license.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

async function describe(folder: string): Promise<Description> {
  const read = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  const { name, version, license, licenses, dependencies, optionalDependencies } = read;
  return {
    name: String(name),
    version: String(version),
    licence: licenceName(license) ?? licenceName(licenses),
    dependencies: Object.keys({ ...asObject(dependencies), ...asObject(optionalDependencies) }),
  };
}

function licenceName(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return (
      value
        .map(licenceName)
        .filter((name) => name !== null)
        .join(' OR ') || null
    );
  const { type } = asObject(value);
  return typeof type === 'string' ? type : null;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Finds a package like Node, upward from the folder of the importing package; null if it is not installed. */
async function resolvePackage(from: string, name: string, root: string): Promise<string | null> {
  for (let folder = from; folder.startsWith(root); folder = join(folder, '..')) {
    const place = join(folder, 'node_modules', name);
    if ((await readFile(join(place, 'package.json')).catch(() => null)) !== null) return place;
    if (folder === root) return null;
  }
  return null;
}
