import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageTable } from '#shared/formats/language-table.ts';
import { CLDR_VERSION, fetchCldr } from '../cldr/fetch-packages.ts';
import { currencyDecimals, differenceOf, languageTable } from '../cldr/language-table.ts';
import { root, runScript } from './script.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja'];
const REGIONS = ['en-GB', 'en-IN', 'de-AT', 'de-CH', 'fr-CH', 'fr-CA', 'es-MX', 'pt-PT'];
/** The maximum number of characters of a formatted line. */
const LINE = 120;

// `npm run cldr`: downloads CLDR into a temporary folder and writes shared/formats/cldr-tables.ts and its license.
await runScript(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-cldr-'));
  try {
    const { read, licence } = await fetchCldr(folder);
    const tables = new Map<string, LanguageTable>();
    for (const tag of [...LANGUAGES, ...REGIONS]) tables.set(tag, await languageTable(read, tag));
    const lines = [...tables].map(([tag, table]) => {
      const [language = ''] = tag.split('-');
      const key = tag.includes('-') ? `'${tag}'` : tag;
      return line(`  ${key}:`, language === tag ? table : differenceOf(tables.get(language), table), ',');
    });
    await writeFile(
      join(root, 'shared/formats/cldr-tables.ts'),
      tablesFile(lines, line('export const CURRENCY_DECIMALS =', await currencyDecimals(read), ';')),
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
 * The JSON of the \`LanguageTable\` of each language. The table of a region changes the table of its language; null
 * removes a part.
 */
export const CLDR_TABLES: Readonly<Record<string, string>> = {
${languages.join('\n')}
};

/** The JSON of the decimals of the currencies that do not have two. */
${decimals}
`;
}

/** Returns a definition as the formatter writes it. Invisible characters are escaped. */
function line(start: string, value: unknown, end: string): string {
  const json = JSON.stringify(value).replaceAll(/[\p{Cf}\p{Zs}]/gu, (character) =>
    character === ' ' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const text = `'${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'${end}`;
  const indent = /^ */.exec(start)?.[0] ?? '';
  return start.length + 1 + text.length <= LINE ? `${start} ${text}` : `${start}\n${indent}  ${text}`;
}
