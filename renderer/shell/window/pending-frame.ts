const pendingFrames = new Map<string, number>();

/** Stores the frame to show when the template is opened next. */
export function storePendingFrame(project: string, template: string, frame: number): void {
  pendingFrames.set(keyOf(project, template), frame);
}

/** Returns the stored frame of a template and removes it; null if there is none. */
export function takePendingFrame(project: string, template: string): number | null {
  const key = keyOf(project, template);
  const frame = pendingFrames.get(key) ?? null;
  pendingFrames.delete(key);
  return frame;
}

function keyOf(project: string, template: string): string {
  return JSON.stringify([project, template]);
}
