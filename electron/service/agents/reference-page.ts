import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The possible locations of the page: in the sources, or beside the bundled or compiled code. */
const PLACES = import.meta.url.endsWith('.ts')
  ? ['../../../docs/template-language.md']
  : ['../reference/language.txt', '../../../reference/language.txt'];

let page: Promise<string | null> | null = null;

/** Returns the page of the template language; null if the build does not contain it. Reads it once. */
export function readReferencePage(): Promise<string | null> {
  page ??= readFirst();
  return page;
}

async function readFirst(): Promise<string | null> {
  for (const place of PLACES) {
    const text = await readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}
