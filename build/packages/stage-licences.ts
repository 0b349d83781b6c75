import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SVG_RENDERER } from '#shared/drawings/svg-drawer.ts';
import { CLDR_VERSION } from '#shared/formats/cldr-tables.ts';
import { bundledPackages, licencesText, type PackageLicence, packageLicences, runtimePackages } from './licences.ts';

/**
 * Writes the license of Scenewright and the licenses of all packed or bundled packages into a folder. Returns the list.
 */
export async function stageLicences(root: string, folder: string): Promise<readonly PackageLicence[]> {
  const assets = join(root, 'out', 'renderer', 'assets');
  const maps = (await readdir(assets)).filter((name) => name.endsWith('.map')).map((name) => join(assets, name));
  const bundled = [...maps, join(root, 'out', 'main', 'main.js.map'), join(root, 'out', 'preload', 'preload.cjs.map')];
  const folders = new Set([...(await runtimePackages(root)), ...(await bundledPackages(root, bundled))]);
  const packages = await packageLicences([...folders]);
  const others = [
    ...(await fontLicences(root)),
    await svgDrawerLicence(root),
    ...(await photoLicences(root)),
    await cldrLicence(root),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'LICENCE.txt'), await readFile(join(root, 'LICENSE'), 'utf8'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), licencesText(packages, others));
  return [...packages, ...others];
}

/** Returns the licenses of the crates in the module that draws SVG. */
async function svgDrawerLicence(root: string): Promise<PackageLicence> {
  const text = await readFile(join(root, 'build/svg-drawer/licenses.txt'), 'utf8');
  const [name = '', version = ''] = SVG_RENDERER.name.split(' ');
  return { name, version, licence: 'Apache-2.0 OR MIT, and those of its crates', texts: [text.trim()] };
}

/** Returns the license of the tables in `shared/formats/`. */
async function cldrLicence(root: string): Promise<PackageLicence> {
  const text = await readFile(join(root, 'build/cldr/unicode-licence.txt'), 'utf8');
  return { name: 'Unicode CLDR', version: CLDR_VERSION, licence: 'Unicode-3.0', texts: [text.trim()] };
}

/**
 * Returns the licenses of the libraries in the photo decoders, because the packages of the decoders do not contain all
 * of these texts.
 */
async function photoLicences(root: string): Promise<readonly PackageLicence[]> {
  const heif = join(root, 'node_modules/libheif-js');
  const { version } = JSON.parse(await readFile(join(heif, 'package.json'), 'utf8')) as { readonly version: string };
  const source =
    'libheif and libde265 are compiled to libheif-wasm/libheif.wasm of the package libheif-js, which is unpacked next to ' +
    'the app (resources/app.asar.unpacked/node_modules/libheif-js) and can be replaced by another build. Their sources: ' +
    'https://github.com/strukturag/libheif, https://github.com/strukturag/libde265, and ' +
    'https://github.com/catdad-experiments/libheif-emscripten.';
  const [heifText, avifText] = await Promise.all([
    readFile(join(heif, 'libheif-wasm/LICENSE'), 'utf8'),
    readFile(join(root, 'build/packages/avif-licences.txt'), 'utf8'),
  ]);
  return [
    { name: 'libheif and libde265', version, licence: 'LGPL-3.0', texts: [source, heifText.trim()] },
    { name: 'libavif and libaom', version: '(in @jsquash/avif)', licence: 'BSD-2-Clause', texts: [avifText.trim()] },
  ];
}

const DESIGN_FONTS = 'designs/fonts';

/** Returns the licenses of the editor's fonts, the bundled fonts of films, and the fonts of designs. */
async function fontLicences(root: string): Promise<readonly PackageLicence[]> {
  const licence = async (name: string, file: string): Promise<PackageLicence> => {
    const text = await readFile(join(root, file), 'utf8');
    return { name, version: '(fonts)', licence: 'OFL-1.1', texts: [text.trim()] };
  };
  return await Promise.all([
    licence('Inter and JetBrains Mono', 'renderer/ui/fonts/LICENSE-OFL.txt'),
    licence('Noto Sans and Noto Color Emoji', 'out/fonts/LICENSE-OFL.txt'),
    ...(await readdir(join(root, DESIGN_FONTS)))
      .filter((file) => file.startsWith('OFL-'))
      .map((file) => licence(`Designs: ${file.slice('OFL-'.length, -'.txt'.length)}`, `${DESIGN_FONTS}/${file}`)),
  ]);
}
