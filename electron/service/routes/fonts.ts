import { stat } from 'node:fs/promises';
import type { FontStore, PackageState } from '../fonts/font-store.ts';
import type { HandlersOf } from '../http/handler.ts';

type FontCalls = 'listFonts' | 'addFonts' | 'removeFonts' | 'readFont';

export function fontHandlers({ fonts }: { readonly fonts: FontStore }): HandlersOf<FontCalls> {
  return {
    listFonts: async () => ({ status: 200, json: { packages: (await fonts.list()).map(packageAnswer) } }),
    addFonts: async ({ parameters }) => ({ status: 202, json: packageAnswer(await fonts.add(parameters.package)) }),
    removeFonts: async ({ parameters }) => ({
      status: 200,
      json: packageAnswer(await fonts.remove(parameters.package)),
    }),
    readFont: async ({ parameters }) => {
      const { path, digest } = await fonts.find(parameters.package, parameters.sha256);
      const { size, mtimeMs } = await stat(path);
      return {
        status: 200,
        file: {
          ...{ path, size, etag: `"${digest}"`, modifiedAt: Math.floor(mtimeMs), contentType: 'font/ttf' },
          ...{ attachment: null, immutable: true, hold: { [Symbol.dispose]: () => undefined } },
        },
      };
    },
  };
}

function packageAnswer({ package: { name, title, archives }, state, fetchedBytes, failure, fonts }: PackageState) {
  return {
    ...{ name, title, state, fetchedBytes, failure },
    families: archives.flatMap((archive) => archive.fonts.slice(0, 1).map(({ font }) => font.family)),
    bytes: archives.reduce((sum, { bytes }) => sum + bytes, 0),
    fonts: fonts.map(({ family, digest, weights, style }) => ({ family, sha256: digest, weights, style })),
  };
}
