import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';

const pendingFiles = new Map<string, readonly OfferedFile[]>();

/** Stores files to add as scenes when the template is opened next. */
export function storePendingFiles(project: string, template: string, files: readonly OfferedFile[]): void {
  if (files.length > 0) pendingFiles.set(keyOf(project, template), files);
}

/** Returns the stored files of a template and removes them; null if there are none. */
export function takePendingFiles(project: string, template: string): readonly OfferedFile[] | null {
  const key = keyOf(project, template);
  const files = pendingFiles.get(key) ?? null;
  pendingFiles.delete(key);
  return files;
}

function keyOf(project: string, template: string): string {
  return JSON.stringify([project, template]);
}
