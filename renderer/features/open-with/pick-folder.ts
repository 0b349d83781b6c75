import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';

/** Asks for a folder, and gives the files in it and below; none where nothing was chosen. Call it from a click. */
export function pickFolder(): Promise<readonly OfferedFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.webkitdirectory = true;
    input.addEventListener('change', () => resolve([...(input.files ?? [])].map((file) => ({ file, handle: null }))));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
