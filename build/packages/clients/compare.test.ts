import { expect, test } from 'vitest';
import { breakingChanges } from './compare.ts';
import type { ContractModel, MethodModel } from './contract-model.ts';
import type { Field, Shape } from './shapes.ts';

const text: Shape = { kind: 'text' };
const field = (name: string, shape: Shape = text, required = true): Field => ({
  name,
  shape,
  required,
  description: '',
});
const object = (...fields: readonly Field[]): Shape => ({ kind: 'object', fields, rest: null });
const literals = (...values: readonly string[]): Shape => ({
  kind: 'union',
  of: values.map((value) => ({ kind: 'literal', value })),
});

const method: MethodModel = {
  operation: 'createFilm',
  name: 'create',
  verb: 'POST',
  path: '/v1/films/:project',
  summary: '',
  parameters: [field('project')],
  query: [field('size', literals('small', 'large'), false)],
  queryRest: null,
  headers: ['if-match'],
  bodyKind: 'json',
  body: object(field('name'), field('count', { kind: 'number' }, false)),
  answer: object(
    field('id'),
    field('state', literals('queued', 'done')),
    field('film', { kind: 'named', name: 'Film' }),
  ),
  answerSummary: '',
};

function contract(changes: Partial<MethodModel> = {}, film: Shape = object(field('url'))): ContractModel {
  return {
    chapters: [{ name: 'Films', summary: '', methods: [{ ...method, ...changes }] }],
    shapes: [{ name: 'Film', description: '', shape: film }],
    events: [{ type: 'film.changed', data: object(field('id')) }],
  };
}

const after = (changes: Partial<MethodModel>, film?: Shape) => breakingChanges(contract(), contract(changes, film));

test('an equal contract and additions do not break clients', () => {
  expect(after({})).toEqual([]);
  const body = object(field('name'), field('count', { kind: 'number' }, false), field('note', text, false));
  const query = [field('size', literals('small', 'large', 'huge'), false), field('page', text, false)];
  expect(after({ body, query, headers: ['if-match', 'range'] }, object(field('url'), field('bytes')))).toEqual([]);
});

test('the comparison reports removed calls and events', () => {
  const empty = { ...contract(), chapters: [], events: [] };
  expect(breakingChanges(contract(), empty)).toEqual([
    'createFilm: the call was removed.',
    'event film.changed: the event was removed.',
  ]);
});

test.each<[string, Partial<MethodModel>, string]>([
  ['path', { path: '/v2/films/:project' }, 'createFilm: POST /v1/films/:project is now POST /v2/films/:project.'],
  ['method', { name: 'make' }, 'createFilm: the method Films.create is now Films.make.'],
  ['header', { headers: [] }, 'createFilm: the header if-match was removed.'],
  ['query', { query: [] }, 'createFilm: query.size was removed.'],
  ['value', { query: [field('size', literals('small'), false)] }, 'createFilm: query.size no longer accepts "large".'],
  ['required', { query: [field('size', literals('small', 'large'))] }, 'createFilm: query.size is now required.'],
  [
    'body',
    { body: object(field('name'), field('count', { kind: 'integer' }, false)) },
    'createFilm: body.count no longer accepts the type number.',
  ],
  ['answer', { answer: null }, 'createFilm: the answer is no longer JSON.'],
])('the comparison reports stricter requests and changed paths: %s', (_, changes, words) => {
  expect(after(changes)).toEqual([words]);
});

test('the comparison reports new required fields of requests', () => {
  const body = object(field('name'), field('count', { kind: 'number' }, false), field('owner'));
  expect(after({ body })).toEqual(['createFilm: body.owner is new and required.']);
});

test('the comparison reports removed, optional, and widened fields of answers', () => {
  expect(after({}, object())).toEqual(['createFilm: answer.film.url was removed.']);
  expect(after({}, object(field('url', text, false)))).toEqual(['createFilm: answer.film.url can now be absent.']);
  const nullable: Shape = { kind: 'union', of: [text, { kind: 'null' }] };
  expect(after({}, object(field('url', nullable)))).toEqual(['createFilm: answer.film.url can now be the type null.']);
  const wider = object(
    field('id'),
    field('state', literals('queued', 'done', 'lost')),
    field('film', { kind: 'named', name: 'Film' }),
  );
  expect(after({ answer: wider })).toEqual(['createFilm: answer.state can now be "lost".']);
});
