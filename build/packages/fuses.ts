import { join } from 'node:path';
import { type FuseConfig, FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

type FuseName = keyof typeof FuseV1Options;

/**
 * The required state of each fuse of the packaged program. A fuse of a new Electron version stops the packaging until
 * this table has the fuse.
 */
const requiredFuses: Readonly<Record<FuseName, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // The app has no V8 snapshot.
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

const fuseNames = Object.keys(requiredFuses) as readonly FuseName[];

/** Sets the fuses of the program before it is signed. This is a hook of electron-builder. */
export async function flipFusesAfterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext) {
  const program = join(appOutDir, programName(electronPlatformName, packager.appInfo.productFilename));
  const wire = Object.fromEntries(fuseNames.map((name) => [FuseV1Options[name], requiredFuses[name]]));
  await flipFuses(program, {
    version: FuseVersion.V1,
    // Renew the ad-hoc signature of Electron's download, because the change of the fuses invalidates it.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    strictlyRequireAllFuses: true,
    ...wire,
  } as FuseConfig);
}

/** Returns the file name of the program in a packaged folder. */
export function programName(platform: string, productName: string): string {
  if (platform === 'darwin') return `${productName}.app`;
  return platform === 'win32' ? `${productName}.exe` : productName.toLowerCase();
}

/** Reads the fuses of a packaged program. Returns a sentence for each wrong fuse. */
export async function wrongFuses(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program);
  return fuseNames.flatMap((name) => {
    const state = wire[FuseV1Options[name]];
    const requested = requiredFuses[name] ? FuseState.ENABLE : FuseState.DISABLE;
    if (state === requested) return [];
    const actual = state === undefined ? 'missing' : FuseState[state];
    return [`The fuse ${name} is ${actual} but must be ${FuseState[requested]}.`];
  });
}
