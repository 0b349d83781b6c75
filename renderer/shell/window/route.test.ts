import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';

test.each<[string, Route]>([
  ['', { screen: 'projects' }],
  ['#', { screen: 'projects' }],
  ['#/', { screen: 'projects' }],
  ['#/nowhere', { screen: 'projects' }],
  ['#/project', { screen: 'projects' }],
  ['#/project/', { screen: 'projects' }],
  ['#/settings', { screen: 'settings' }],
  ['#/settings/farm', { screen: 'settings', section: 'farm' }],
  ['#/farm', { screen: 'farm' }],
  ['#/project/p1', { screen: 'project', project: 'p1', template: null }],
  ['#/project/p1/', { screen: 'project', project: 'p1', template: null }],
  ['#/project/p1/Spring%20opening%2C%2040%20s', { screen: 'project', project: 'p1', template: 'Spring opening, 40 s' }],
  ['#/project/p1/%E0%A4%A', { screen: 'project', project: 'p1', template: '%E0%A4%A' }],
  ['#/guide', { screen: 'guide', page: null, section: null }],
  ['#/guide/language/the-scene', { screen: 'guide', page: 'language', section: 'the-scene' }],
  ['#/fill-in/p1/Ada%27s%20card', { screen: 'fill-in', project: 'p1', template: "Ada's card" }],
  ['#/fill-in/p1', { screen: 'fill-in', project: 'p1', template: null }],
  ['#/designs', { screen: 'designs', project: null, design: null }],
  ['#/designs/p1', { screen: 'designs', project: 'p1', design: null }],
  ['#/designs/-/quote', { screen: 'designs', project: null, design: 'quote' }],
  ['#/brand/p1', { screen: 'brand', project: 'p1' }],
  ['#/tables/p1', { screen: 'tables', project: 'p1', table: null }],
  ['#/tables/p1/t7', { screen: 'tables', project: 'p1', table: 't7' }],
  ['#/batch/p1/card', { screen: 'batch', project: 'p1', movie: 'card' }],
])('the URL fragment is parsed: %s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test('formatting and parsing a route preserves every name', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(fc.constantFrom('project' as const), name, fc.option(name), (screen, project, template) => {
      const route: Route = { screen, project, template };
      expect(parseRoute(formatRoute(route))).toEqual(route);
    }),
  );
});
