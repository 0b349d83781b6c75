import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { hostileBodies } from './testing/hostile-bodies.ts';
import { failureOf, jsonBody, templateXml, utf8, xmlBody } from './testing/template-xml.ts';
import { type TestWorkspace, testWorkspace } from './testing/test-workspace.ts';
import { variablesOf } from './testing/variables-of.ts';

describe('a hostile movie', { tags: ['promise:F35'] }, () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await testWorkspace();
    // Start the thread with this request, because in a running service earlier requests have started it.
    const large = templateXml('1', `<!--${'x'.repeat(100_000)}-->`);
    await workspace.movies.create(workspace.project, 'first', xmlBody(large));
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  test.each(cases(3, Object.keys(hostileBodies)))('is refused: %s', async (name) => {
    const { movies, project } = workspace;
    const body = hostileBodies[name]?.() ?? jsonBody({});

    const failure = await failureOf(movies.create(project, 'a', body));

    expect(failure).toMatchObject({ code: 'template/invalid' });
    expect(JSON.stringify(failure).length).toBeLessThan(4 * 2 ** 20);
    expect(movies.list(project).map((movie) => movie.name)).toEqual(['first']);
  });

  full.test('is saved without blocking other requests: 5 MiB of repetitions', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const inside = '<video src="${clip, a.mp4}" fit="${fit, cover}"/>'.repeat(45_000);
    const body = xmlBody(templateXml('1', inside));
    const done: string[] = [];
    const saving = movies.create(project, 'large', body).finally(() => done.push('large'));
    await movies.create(project, 'small', xmlBody(templateXml()));
    done.push('small');

    const saved = await saving;
    expect(done).toEqual(['small', 'large']);
    expect(variablesOf(saved).map(({ name, uses }) => [name, uses.length])).toEqual([
      ['clip', 45_000],
      ['fit', 45_000],
    ]);
  });

  test('lists a repeated variable once', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const xml = templateXml('1', '').replace('<scene', `<scene name="${'${x}'.repeat(90_000)}"`);
    const saved = await movies.create(project, 'a', xmlBody(xml));

    expect(variablesOf(saved)).toMatchObject([{ name: 'x', uses: [{ attribute: 'name' }] }]);
  });

  test('does not affect the next movie', async () => {
    const { inspector } = workspace;
    const large = templateXml('1', `<!--${'x'.repeat(100_000)}-->`);
    const [bad, good] = await Promise.all([
      inspector.inspect({ spelling: 'xml', bytes: new Uint8Array(100_000) }),
      inspector.inspect({ spelling: 'xml', bytes: utf8(large) }),
    ]);
    expect(bad.movie).toBeNull();
    expect(good.movie?.xml).toBe(large);
  });
});
