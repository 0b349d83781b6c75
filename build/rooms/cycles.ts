import path from 'node:path';
import type { Import } from './imports.ts';

/** Returns groups of files that import each other in a cycle. Type imports are included. */
export function fileCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  return cyclesIn(imports.map(({ from, to }) => [from, to]));
}

/** Returns groups of folders that import each other in a cycle. A folder represents the files directly in it. */
export function folderCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  return cyclesIn(imports.map(({ from, to }) => [path.posix.dirname(from), path.posix.dirname(to)]));
}

/** Returns the strongly connected components with more than one member, each sorted. */
function cyclesIn(edges: readonly (readonly [from: string, to: string])[]): readonly (readonly string[])[] {
  const next = Map.groupBy(
    edges.filter(([from, to]) => from !== to),
    ([from]) => from,
  );
  const reached = new Map([...next.keys()].map((node) => [node, reachableFrom(node, next)]));
  const groups = new Map<string, readonly string[]>();
  for (const [node, ahead] of reached) {
    if (!ahead.has(node)) continue;
    const group = [...ahead].filter((other) => reached.get(other)?.has(node) === true).sort();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

/** Returns all nodes that are reachable in one or more steps. */
function reachableFrom(
  start: string,
  next: ReadonlyMap<string, readonly (readonly [from: string, to: string])[]>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const ahead = [start];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop())
    for (const [, to] of next.get(node) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        ahead.push(to);
      }
  return seen;
}
