const left = new Map<string, number>();

/** Leaves a frame for a template that is opened next: it is what is looked at first. */
export function leaveMoment(project: string, template: string, frame: number): void {
  left.set(keyOf(project, template), frame);
}

/** What was left for a template; null where nothing was. It is given once. */
export function takeLeftMoment(project: string, template: string): number | null {
  const key = keyOf(project, template);
  const frame = left.get(key) ?? null;
  left.delete(key);
  return frame;
}

function keyOf(project: string, template: string): string {
  return JSON.stringify([project, template]);
}
