import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';

const left = new Map<string, readonly OfferedFile[]>();

/** Stores files to add as scenes when the template is opened next. */
export function leaveFiles(project: string, template: string, files: readonly OfferedFile[]): void {
  if (files.length > 0) left.set(keyOf(project, template), files);
}

/** Returns the stored files of a template and removes them; null if there are none. */
export function takeLeftFiles(project: string, template: string): readonly OfferedFile[] | null {
  const key = keyOf(project, template);
  const files = left.get(key) ?? null;
  left.delete(key);
  return files;
}

function keyOf(project: string, template: string): string {
  return JSON.stringify([project, template]);
}
