/** Milliseconds since 1970 as answers spell a time: ISO 8601, UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
