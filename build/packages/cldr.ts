import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageTable } from '#shared/formats/language-table.ts';
import { CLDR_VERSION, fetchCldr } from '../cldr/fetch-packages.ts';
import { currencyDecimals, differenceOf, languageTable } from '../cldr/language-table.ts';
import { root, runScript } from './script.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja'];
const REGIONS = ['en-GB', 'en-IN', 'de-AT', 'de-CH', 'fr-CH', 'fr-CA', 'es-MX', 'pt-PT'];

// `npm run cldr`: downloads CLDR into a temporary folder and writes shared/formats/cldr-tables.ts and its license.
await runScript(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-cldr-'));
  try {
    const { read, licence } = await fetchCldr(folder);
    const tables = new Map<string, LanguageTable>();
    for (const tag of [...LANGUAGES, ...REGIONS]) tables.set(tag, await languageTable(read, tag));
    const lines = [...tables].map(([tag, table]) => {
      const [language = ''] = tag.split('-');
      return line(tag, language === tag ? table : differenceOf(tables.get(language), table));
    });
    await writeFile(
      join(root, 'shared/formats/cldr-tables.ts'),
      tablesFile(lines, line('CURRENCY_DECIMALS', await currencyDecimals(read))),
    );
    await writeFile(join(root, 'build/cldr/unicode-licence.txt'), licence);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function tablesFile(languages: readonly string[], decimals: string): string {
  return `// \`npm run cldr\` writes this file. Its content comes from CLDR ${CLDR_VERSION} under the Unicode License v3:
// Copyright © 1991-2026 Unicode, Inc.

/** The version of CLDR. */
export const CLDR_VERSION = '${CLDR_VERSION}';

/**
 * The JSON of the \`LanguageTable\` of each language. The table of a region has only the parts that differ from those of
 * its language; null removes a part.
 */
export const CLDR_TABLES: Readonly<Record<string, string>> = {
${languages.map((each) => `  ${each},`).join('\n')}
};

/** The JSON of the decimals of the currencies that do not have two. */
${decimals.replace('CURRENCY_DECIMALS: ', 'export const CURRENCY_DECIMALS = ')};
`;
}

/** Returns a property with the JSON of a value. Invisible characters are escaped. */
function line(name: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll(/[\p{Cf}\p{Zs}]/gu, (character) =>
    character === ' ' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const key = name.includes('-') ? `'${name}'` : name;
  return `${key}: '${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
