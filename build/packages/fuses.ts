import { join } from 'node:path';
import { type FuseConfig, FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

type FuseName = keyof typeof FuseV1Options;

/**
 * What the packaged program can still be asked for. Every fuse that Electron knows is named: one that a new version
 * adds stops the packaging until somebody has decided about it.
 */
const requiredFuses: Readonly<Record<FuseName, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // There is no snapshot of our own.
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

const fuseNames = Object.keys(requiredFuses) as readonly FuseName[];

/** electron-builder's hook: flips the fuses in the program, before it is signed. */
export async function flipFusesAfterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext) {
  const program = join(appOutDir, programName(electronPlatformName, packager.appInfo.productFilename));
  const wire = Object.fromEntries(fuseNames.map((name) => [FuseV1Options[name], requiredFuses[name]]));
  await flipFuses(program, {
    version: FuseVersion.V1,
    // The ad-hoc signature of Electron's own download does not fit any more.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    strictlyRequireAllFuses: true,
    ...wire,
  } as FuseConfig);
}

/** The program in a packaged folder. */
export function programName(platform: string, productName: string): string {
  if (platform === 'darwin') return `${productName}.app`;
  return platform === 'win32' ? `${productName}.exe` : productName.toLowerCase();
}

/** The fuses of a packaged program, read back from it: a sentence for each that is not as wanted. */
export async function wrongFuses(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program);
  return fuseNames.flatMap((name) => {
    const state = wire[FuseV1Options[name]];
    const requested = requiredFuses[name] ? FuseState.ENABLE : FuseState.DISABLE;
    if (state === requested) return [];
    const found = state === undefined ? 'missing' : FuseState[state];
    return [`The fuse ${name} is ${found}, and must be ${FuseState[requested]}.`];
  });
}
