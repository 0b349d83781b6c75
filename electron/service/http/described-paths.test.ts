import { expect, it } from 'vitest';
import type { Call } from '#shared/contract/calls/call.ts';
import { callOf } from '#shared/contract/contract.ts';
import { describePaths } from './openapi.ts';

function described(...paths: readonly string[]) {
  const calls = paths.map((path): Call => ({ ...callOf('readHealth'), path }));
  const describe = describePaths(calls);
  return calls.map((call) => describe(call));
}

it('a unique path keeps its parameter names', () => {
  expect(described('/a/:b/c/:d', '/a/:b')).toEqual([
    { path: '/a/{b}/c/{d}', names: new Map(Object.entries({ b: 'b', d: 'd' })) },
    { path: '/a/{b}', names: new Map([['b', 'b']]) },
  ]);
});

it('paths that differ only in parameter names merge', () => {
  const [first, second] = described('/x/:region/:project', '/x/:project/:batch', '/x/:project/:batch');
  expect(first?.path).toBe('/x/{projectOrRegion}/{batchOrProject}');
  expect(second?.path).toBe(first?.path);
  expect(first?.names.get('project')).toBe('batchOrProject');
  expect(second?.names.get('project')).toBe('projectOrRegion');
});
