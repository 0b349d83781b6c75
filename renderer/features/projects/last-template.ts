import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

/** Returns the template of a project that was open last on this machine; null if there is none. */
export function readLastTemplate(project: string): string | null {
  const stored = readStored(keyOf(project));
  return typeof stored === 'string' ? stored : null;
}

export function writeLastTemplate(project: string, template: string): void {
  writeStored(keyOf(project), template);
}

function keyOf(project: string): string {
  return `last-template/${project}`;
}
