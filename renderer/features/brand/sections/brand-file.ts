import { downloadText } from '#renderer/ui/browser/download.ts';
import { type BrandKit, brandKit } from '#shared/brand/brand-kit.ts';
import { decodeText, firstBadByte } from '#shared/lib/decode-text.ts';
import { pathWritten, repeatedNames } from '#shared/lib/repeated-names.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';

/** The maximum size of a brand file in bytes, far above the size of real files. */
const MAX_BYTES = 1024 * 1024;

/** Saves a brand as a file for the command-line tool and for other projects. */
export function exportBrand(brand: BrandKit, project: string): void {
  const name = project.replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '').trim();
  downloadText(
    `${JSON.stringify(brand, null, 2)}\n`,
    `${name === '' ? 'project' : name}.brand.json`,
    'application/json',
  );
}

/** Parses a brand file, which may have been written manually. The error contains the reason why the file is invalid. */
export async function readBrandFile(
  file: File,
  words: {
    readonly notUtf8: (line: number, byte: string) => string;
    readonly repeatedName: (path: string) => string;
  },
): Promise<Result<BrandKit, string>> {
  if (file.size > MAX_BYTES) return err(`${file.size} B`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes);
  if (text === null) {
    const { line, byte } = firstBadByte(bytes);
    return err(words.notUtf8(line, byte));
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const [repeated] = repeatedNames(bytes);
  if (repeated !== undefined) return err(words.repeatedName(pathWritten(repeated.path)));
  const read = brandKit.safeParse(json);
  if (read.success) return ok(read.data);
  const [first] = read.error.issues;
  const path = pathWritten(first?.path ?? []);
  return err(`${path === '' ? '' : `${path}: `}${first?.message ?? ''}`);
}

/** Asks for a file; null if the user cancels. Call it in a click handler. */
export function pickBrandFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
