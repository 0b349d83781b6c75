import { expect, test } from 'vitest';
import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import { projectStrings } from '#renderer/strings/projects.en.ts';
import { copyName, listProjects, type ProjectSort } from './project-list.ts';

function project(name: string, day: number, bytes = 0): ProjectEntry {
  const at = `2025-01-0${day}T00:00:00.000Z`;
  const counts = { assets: 0, movies: 0, templates: 0 };
  return { uid: name, name, createdAt: at, updatedAt: at, openedAt: null, counts, bytes, published: [] };
}

const onceOpened = (each: ProjectEntry): ProjectEntry =>
  each.name === 'Übersicht' ? { ...each, openedAt: '2025-02-01T00:00:00.000Z' } : each;

const projects = [project('Clip 10', 1, 30), project('clip 2', 3, 10), project('Übersicht', 2, 20)];

test.each<[ProjectSort, readonly string[]]>([
  ['name', ['clip 2', 'Clip 10', 'Übersicht']],
  ['created', ['clip 2', 'Übersicht', 'Clip 10']],
  ['size', ['Clip 10', 'Übersicht', 'clip 2']],
  ['opened', ['Übersicht', 'clip 2', 'Clip 10']],
])('projects are sorted by %s', (sort, names) => {
  expect(listProjects(projects.map(onceOpened), '', sort).map(({ name }) => name)).toEqual(names);
});

test('a search for projects requires every word, in any case', () => {
  expect(listProjects(projects, ' CLIP  1', 'name').map(({ name }) => name)).toEqual(['Clip 10']);
  expect(listProjects(projects, 'übers', 'name').map(({ name }) => name)).toEqual(['Übersicht']);
});

test('the copy of a project has a unique name', () => {
  expect(copyName('Bloom', [], projectStrings)).toBe('Bloom copy');
  expect(copyName('Bloom', ['Bloom copy', 'Bloom copy 2'], projectStrings)).toBe('Bloom copy 3');
});
