import process from 'node:process';
import type { Configuration, FileAssociation } from 'electron-builder';
import { flipFusesAfterPack } from './packages/fuses.ts';

/** Settings of the person who makes a release. The default is unsigned packages without updates. */
const {
  SCENEWRIGHT_HOMEPAGE: homepage = 'https://scenewright.example',
  SCENEWRIGHT_MAINTAINER: maintainer = 'Scenewright <maintainers@scenewright.example>',
  SCENEWRIGHT_UPDATE_FEED: feed = '',
  SCENEWRIGHT_UPDATE_KEY: updateKey = '',
} = process.env;

const project: FileAssociation = {
  ext: 'scenewright',
  name: 'Scenewright project',
  description: 'Scenewright project',
  mimeType: 'application/x-scenewright',
  role: 'Editor',
  rank: 'Owner',
  icon: 'build/resources/document',
};
/** The association of templates. The app is an additional program for XML files, not the default program. */
const template: FileAssociation = {
  ext: 'xml',
  name: 'XML movie template',
  description: 'XML movie template',
  role: 'Editor',
  rank: 'Alternate',
};

/** The files that are not packed. The licenses are next to the app instead. */
const notPacked = [
  '!**/*.map',
  '!**/*.{ts,mts,cts,tsx,flow,md,markdown,yml,yaml,tsbuildinfo,html,mdx}',
  '!**/node_modules/**/{.github,test,tests,__tests__,docs,example,examples,benchmark,benchmarks,coverage,integration}/**',
  '!**/node_modules/canvaskit-wasm/{*.{html,js},bin/{full,profiling}/**}',
  '!**/node_modules/libheif-js/{libheif/**,libheif-wasm/libheif-bundle.*}',
  '!**/node_modules/@jsquash/avif/codec/enc/**',
  '!**/node_modules/{@aws-sdk,@smithy}/*/{dist-es,dist-types}/**',
  '!**/node_modules/**/.*',
  '!**/node_modules/**/*.{test,spec}.{js,cjs,mjs}',
  '!**/node_modules/**/{eslint.config.*,tsconfig*.json,Makefile,CODEOWNERS,karma.conf.js}',
];

/**
 * Returns the configuration of electron-builder.
 * @param staging The folder with FFmpeg and the licenses from build/packages/.
 */
export const packageConfig = (staging: string): Configuration => ({
  appId: 'org.scenewright.editor',
  productName: 'Scenewright',
  copyright: 'MIT license; see the folder licences',
  directories: { output: 'release', buildResources: 'build/resources' },
  extraMetadata: { homepage, author: maintainer, scripts: {}, devDependencies: {}, allowScripts: {}, bin: {} },
  files: [
    'package.json',
    'out/package.json',
    'out/main/main.js',
    'out/preload/preload.cjs',
    'out/renderer/**/*',
    'out/electron/**/*.js',
    'out/shared/**/*.js',
    'out/fonts/*.ttf',
    'out/designs/**/*',
    'out/reference/*.txt',
    'out/link-pages/*',
    'out/kernels/*.wasm',
    ...notPacked,
    // Include the page again: a pattern above excludes all HTML files.
    'out/renderer/index.html',
  ],
  asar: true,
  // Files that must be outside the archive: native modules, which cannot be loaded from an archive; files of designs,
  // which the service sends in ranges; and libheif, which users must be able to replace under the LGPL.
  asarUnpack: ['**/*.node', 'out/designs/**/*', '**/node_modules/libheif-js/**/*'],
  npmRebuild: false,
  extraResources: [
    // With --without-ffmpeg, this folder contains only a note.
    { from: `${staging}/ffmpeg/\${os}-\${arch}`, to: 'ffmpeg' },
    { from: `${staging}/licences`, to: 'licences' },
    ...(updateKey === '' ? [] : [{ from: updateKey, to: 'update-key.pem' }]),
  ],
  afterPack: flipFusesAfterPack,
  publish: feed === '' ? null : { provider: 'generic', url: feed },
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    executableName: 'scenewright',
    category: 'AudioVideo;AudioVideoEditing;Video',
    synopsis: 'Editor for XML movie templates',
    description: 'A desktop editor and render service for XML movie templates.',
    maintainer,
    vendor: 'Scenewright',
    icon: 'build/resources/icons',
    fileAssociations: [project],
    mimeTypes: ['application/xml', 'text/xml'],
    desktop: { entry: { Keywords: 'video;film;template;xml;render;', StartupWMClass: 'Scenewright' } },
  },
  deb: {
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
    ],
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['arm64', 'x64'] },
      // The updater installs updates from the zip file.
      { target: 'zip', arch: ['arm64', 'x64'] },
    ],
    category: 'public.app-category.video',
    icon: 'build/resources/icon.icns',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/resources/entitlements.mac.plist',
    entitlementsInherit: 'build/resources/entitlements.mac.plist',
    fileAssociations: [project, template],
  },
  dmg: { sign: false },
  win: {
    target: [
      { target: 'nsis', arch: ['x64'] },
      { target: 'portable', arch: ['x64'] },
    ],
    icon: 'build/resources/icon.ico',
    // The installer makes the app the default program for these types. For .xml, see installer.nsh.
    fileAssociations: [project],
    verifyUpdateCodeSignature: true,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    include: 'build/resources/installer.nsh',
    artifactName: '${productName}-${version}-${os}-${arch}-setup.${ext}',
  },
  portable: { artifactName: '${productName}-${version}-${os}-${arch}-portable.${ext}' },
});

export default packageConfig('out/package');
