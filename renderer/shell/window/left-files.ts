import type { OfferedFile } from '#renderer/api/uploads/upload-ledger.ts';

const left = new Map<string, readonly OfferedFile[]>();

/** Leaves files for a template that is opened next: they become its scenes. */
export function leaveFiles(project: string, template: string, files: readonly OfferedFile[]): void {
  if (files.length > 0) left.set(keyOf(project, template), files);
}

/** What was left for a template; null where nothing was. It is given once. */
export function takeLeftFiles(project: string, template: string): readonly OfferedFile[] | null {
  const key = keyOf(project, template);
  const files = left.get(key) ?? null;
  left.delete(key);
  return files;
}

function keyOf(project: string, template: string): string {
  return JSON.stringify([project, template]);
}
