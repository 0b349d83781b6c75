import type { Call } from '#shared/contract/call.ts';

/** How the description writes a call's path. */
export interface DescribedPath {
  /** Such as `/v1/project/{project}`. */
  readonly path: string;
  /** By the call's own names of its parameters, what they are called there. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The paths of calls as a description may have them: one for all calls whose paths differ in the names of their
 * parameters only, because what is sent is the same. There such a parameter has the names of all of them, joined:
 * `projectOrName`.
 */
export function describePaths(calls: readonly Call[]): (call: Call) => DescribedPath {
  const alike = Map.groupBy(calls, shapeOf);
  return (call) => {
    const all = (alike.get(shapeOf(call)) ?? [call]).map(namesOf);
    const own = namesOf(call);
    const shared = own.map((_, index) => joined(all.map((names) => names[index] ?? '')));
    let at = 0;
    return {
      path: call.path.replace(/:\w+/g, () => `{${shared[at++]}}`),
      names: new Map(own.map((name, index) => [name, shared[index] ?? name])),
    };
  };
}

function shapeOf({ path }: Call): string {
  return path.replace(/:\w+/g, ':');
}

function namesOf({ path }: Call): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Each name once, the most frequent first. */
function joined(names: readonly string[]): string {
  const byCount = [...Map.groupBy(names, (name) => name)].toSorted(([, one], [, other]) => other.length - one.length);
  return byCount
    .map(([name], index) => (index === 0 ? name : `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`))
    .join('');
}
