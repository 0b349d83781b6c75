import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledPackages, licencesText, type PackageLicence, packageLicences, runtimePackages } from './licences.ts';

/** Writes our own licence and those of everything that is packed or bundled into a folder; answers what is in it. */
export async function stageLicences(root: string, folder: string): Promise<readonly PackageLicence[]> {
  const assets = join(root, 'out', 'renderer', 'assets');
  const maps = (await readdir(assets)).filter((name) => name.endsWith('.map')).map((name) => join(assets, name));
  const bundled = [...maps, join(root, 'out', 'main', 'main.js.map'), join(root, 'out', 'preload', 'preload.cjs.map')];
  const folders = new Set([...(await runtimePackages(root)), ...(await bundledPackages(root, bundled))]);
  const packages = await packageLicences([...folders]);
  const fonts = await fontLicence(root);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'LICENCE.txt'), await readFile(join(root, 'LICENSE'), 'utf8'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), licencesText(packages, [fonts]));
  return [...packages, fonts];
}

async function fontLicence(root: string): Promise<PackageLicence> {
  const text = await readFile(join(root, 'renderer', 'ui', 'fonts', 'LICENSE-OFL.txt'), 'utf8');
  return { name: 'Inter and JetBrains Mono', version: '(fonts)', licence: 'OFL-1.1', texts: [text.trim()] };
}
