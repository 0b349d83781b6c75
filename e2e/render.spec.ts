import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { entriesOf } from '#service/bundles/testing/zip-entries.ts';
import { thisMachine } from '#service/ffmpeg/machine.ts';
import { filmsAtOnce } from '#service/ffmpeg/process-plan.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { credentials } from './fixtures/credentials.ts';
import type { Media } from './fixtures/media.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { RenderDialog, RenderQueue } from './pages/render.ts';

test.use({ showsFirstScreen: false });

const run = promisify(execFile);

const tiny = `<movie width="160" height="90" framerate="25">
  <scene duration="10"><video src="bars.mp4"/></scene>
</movie>
`;
/** A film whose render takes so long that the test can interrupt it on any machine. */
const long = `<movie width="1920" height="1080" framerate="25">
  <scene duration="3000"><video src="bars.mp4"><filter type="vignette"/></video></scene>
</movie>
`;
const withVariable = tiny.replace('bars.mp4', '${clip}').replace('duration="10"', 'duration="${length, 10}"');

async function openFilm(page: Page, project: Project, media: Media, text = tiny, name = 'Film'): Promise<void> {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate(name, text);
  await new EditorPage(page).open(project, name);
}

async function probe(file: string): Promise<{ readonly codecs: readonly string[]; readonly frames: number | null }> {
  const { stdout } = await run('ffprobe', [
    ...[
      '-v',
      'error',
      '-count_frames',
      '-of',
      'json',
      '-show_entries',
      'stream=codec_type,codec_name,nb_read_frames',
      file,
    ],
  ]);
  const { streams }: { readonly streams: readonly Readonly<Record<string, string>>[] } = JSON.parse(stdout);
  const picture = streams.find((stream) => stream['codec_type'] === 'video');
  return {
    codecs: streams.map((stream) => String(stream['codec_name'])),
    frames: picture === undefined ? null : Number(picture['nb_read_frames']),
  };
}

/** The films in each format, with the codecs of their streams. The quick scale tests only the first format. */
const films = [
  ['mp4', ['h264', 'aac']],
  ['gif', ['gif']],
  ['mp3', ['mp3']],
  ['avi', ['mpeg4', 'mp3']],
  ['webm', ['vp9', 'opus']],
  ['mov', ['prores', 'pcm_s16le']],
  ['flv', ['h264', 'aac']],
  ['mpg', ['mpeg2video', 'mp2']],
  ['wmv', ['wmv2', 'wmav2']],
  ['mkv', ['h264', 'aac']],
  ['av1', ['av1', 'aac']],
  ['hevc', ['hevc', 'aac']],
  ['apng', ['apng']],
  ['webp', []],
  ['pngs', []],
] as const;

/** The extensions that differ from the names of formats. */
const extensions: Readonly<Record<string, string>> = { av1: 'mp4', hevc: 'mp4', pngs: 'zip' };

test.describe('exports a film in the format', () => {
  test.use({ sharesService: true });
  for (const [index, [format, codecs]] of films.entries()) {
    test(format, { tag: index < 1 ? [] : '@full' }, async ({ editor, project, media, person }) => {
      // The queue lists the renders of all projects, including the renders of earlier tests with the same service.
      const template = `Film as ${format}`;
      await openFilm(editor, project, media, tiny, template);
      const dialog = new RenderDialog(editor);
      await dialog.open();
      if (!['mp4', 'webm', 'mov', 'gif', 'mp3'].includes(format)) await dialog.moreFormats();
      // The FFmpeg of the packages does not encode HEVC.
      if (format === 'hevc' && (await dialog.format(format).isDisabled())) return;
      await dialog.format(format).click();
      const name = `${template}.${extensions[format] ?? format}`;
      const given = person.nextFile();
      await dialog.render.click();
      const film = await given;
      expect(film.name).toBe(name);
      if (format === 'webp') {
        // FFmpeg cannot read animated WebP before version 8.
        expect(await framesInBrowser(editor, film.path)).toBe(10);
        return;
      }
      if (format === 'pngs') {
        expect((await entriesOf(await readFile(film.path))).size).toBe(10);
        return;
      }
      const found = await probe(film.path);
      expect(found.codecs.toSorted()).toEqual(codecs.toSorted());
      if (format !== 'mp3') expect(found.frames).toBe(10);
      await expect(new RenderQueue(editor).job(name)).toContainText('Done');
    });
  }
});

test('the dialog says that FFmpeg lacks a format only while the format is visible', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  const answer = await service.fetch('/v1/formats');
  const { formats } = (await answer.json()) as { readonly formats: readonly { readonly name: string }[] };
  const json = { formats: formats.map((each) => ({ ...each, ...(each.name === 'hevc' && { available: false }) })) };
  await editor.route('**/v1/formats', (route) => route.fulfill({ json }));
  await openFilm(editor, project, media);
  const dialog = new RenderDialog(editor);
  await dialog.open();
  await expect(dialog.format('mp4')).toBeVisible();
  const settings = dialog.dialog.getByRole('button', { name: 'Settings' });
  await expect(settings).toBeHidden();
  await dialog.moreFormats();
  await expect(dialog.format('hevc')).toBeDisabled();
  await expect(settings).toBeVisible();
});

/** Decodes an animated WebP in the page, and returns the number of its frames. */
async function framesInBrowser(page: Page, file: string): Promise<number> {
  return await page.evaluate(
    async (bytes) => {
      const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: 'image/webp' });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
      for (let frameIndex = 0; frameIndex < count; frameIndex++) (await decoder.decode({ frameIndex })).image.close();
      return count;
    },
    await readFile(file, 'base64'),
  );
}

test('an unset variable blocks rendering until it has a value', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  await openFilm(editor, project, media, withVariable);
  const dialog = new RenderDialog(editor);
  await dialog.open();
  await expect(dialog.blocker).toHaveText('1 problem to fix');
  await expect(dialog.reasons).toContainText('clip needs a value');
  await expect(dialog.render).toHaveAttribute('aria-disabled', 'true');
  await dialog.button(/^clip/).click();
  await dialog.chooseSource('bars.mp4');
  await expect(dialog.blocker).toBeEmpty();
  await dialog.value('length').fill('none');
  await expect(dialog.reasons).toContainText('must be a whole number of frames');
  await dialog.value('length').fill('5');
  // Without an earlier film of the template, the estimated size of the file is a range.
  await expect(dialog.dialog).toContainText(/160\s×\s90\s·\s25\sfps\s·\s\S+\s\(5\sframes\)\s·\sabout\s3\.4–4\.6\skB/);
  await expect(dialog.dialog.getByRole('radiogroup', { name: 'Range' }).getByRole('radio')).toHaveCount(2);
  await dialog.field('Save as').fill('Film of ${clip}');
  await dialog.render.click();
  await expect(new RenderQueue(editor).job('Film of bars.mp4')).toContainText('Done');
});

test('the reason for a refused render stays visible while scrolling', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  await editor.setViewportSize({ width: 1280, height: 560 });
  await openFilm(editor, project, media);
  const dialog = new RenderDialog(editor);
  await dialog.open();
  await dialog.dialog.getByRole('radio', { name: 'Object store' }).click();
  for (const [name, value] of [
    ['Access key ID', 'AKIA'],
    ['Secret access key', 'secret'],
    ['Bucket', 'films'],
    ['Endpoint', 'http://127.0.0.1:9'],
  ] as const)
    await dialog.field(name).fill(value);
  await dialog.field('Access key ID').scrollIntoViewIfNeeded();
  await dialog.render.click();
  const refusal = dialog.dialog.getByRole('alert');
  await expect(refusal).toContainText('isn’t on the public internet');
  await expect(refusal).toBeInViewport({ ratio: 1 });
});

test('a canceled render can be restarted and removed', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  await openFilm(editor, project, media, long);
  const dialog = new RenderDialog(editor);
  const queue = new RenderQueue(editor);
  await dialog.open();
  await dialog.render.click();
  const job = queue.job('Film.mp4');
  await job.getByRole('button', { name: 'Cancel Film.mp4' }).click();
  await expect(job).toHaveAttribute('data-state', 'cancelled');
  await job.getByRole('button', { name: 'Render again' }).click();
  await expect(job).not.toHaveAttribute('data-state', 'cancelled');
  await job.getByRole('button', { name: 'Cancel Film.mp4' }).click();
  await expect(job).toHaveAttribute('data-state', 'cancelled');
  await queue.choose('Film.mp4', 'Remove from list');
  await expect(job).toBeHidden();
  await editor.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(job).toBeVisible();
  await queue.choose('Film.mp4', 'Remove from list');
  const list = async () => (await (await service.fetch(`/v1/renders/${project.uid}`)).json()) as { renders: unknown[] };
  await expect.poll(async () => (await list()).renders.length).toBe(0);
});

test(
  'a render that failed for a missing source can be retried',
  { tag: '@full' },
  async ({ editor, project, media, service }, info) => {
    await openFilm(editor, project, media);
    const broken = info.outputPath('broken.mp4');
    await writeFile(broken, 'no film at all');
    // The editor must not get the new list, because it would report the missing file before the render.
    const lists = /\/v1\/list\/data\//;
    await editor.route(lists, (route) => route.abort());
    await project.putAsset('bars.mp4', broken);
    const dialog = new RenderDialog(editor);
    const queue = new RenderQueue(editor);
    await dialog.open();
    await dialog.render.click();
    const job = queue.job('Film.mp4');
    await expect(job).toHaveAttribute('data-state', 'failed');
    await editor.unroute(lists);
    await expect(job).toContainText('bars.mp4');
    // A button leads to the place where the user can relink the file.
    await job.getByRole('button', { name: 'Relink…' }).click();
    await expect(editor.getByText('“Film” has missing media')).toBeVisible();
    await project.putAsset('bars.mp4', media.bars);
    await job.getByRole('button', { name: 'Retry' }).click();
    await expect(job).toHaveAttribute('data-state', 'succeeded');
    expect(service.output()).not.toContain(credentials.secret);
  },
);

test('a waiting render can be moved to the front of the queue', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const two = tiny.replace('</movie>', '<scene duration="5"><video src="bars.mp4" skip="1"/></scene>\n</movie>');
  await openFilm(editor, project, media, two, 'Two');
  const dialog = new RenderDialog(editor);
  const queue = new RenderQueue(editor);
  const start = async (name: string) => {
    await dialog.open();
    await dialog.field('Save as').fill(name);
    await dialog.render.click();
    await expect(queue.job(`${name}.mp4`)).toBeVisible();
  };
  await start('First');
  await expect(queue.job('First.mp4')).toContainText('Done');
  await openFilm(editor, project, media, two.replace('skip="1"', 'skip="2"'), 'Two again');
  await start('Second');
  await expect(queue.job('Second.mp4')).toContainText('1 of 2 scenes unchanged');

  await openFilm(editor, project, media, long, 'Long');
  await start('Running');
  await expect(queue.job('Running.mp4')).toHaveAttribute('data-state', 'rendering');
  // Uses all slots of the renderer, so that no other film can start.
  const { most } = filmsAtOnce(thisMachine());
  const beside = Array.from({ length: most - 1 }, (_, at) => `Beside ${at + 1}`);
  for (const name of beside) await start(name);
  await start('Waiting');
  await start('Wanted');
  await queue.job('Wanted.mp4').getByRole('button', { name: 'Render next' }).click();
  await expect(queue.job('Wanted.mp4')).toContainText('Next');
  await queue.job('Running.mp4').getByRole('button', { name: 'Cancel Running.mp4' }).click();
  await expect(queue.job('Wanted.mp4')).toHaveAttribute('data-state', /^(?:fetching|rendering)$/);
  await expect(queue.job('Waiting.mp4')).toHaveAttribute('data-state', 'queued');
  await expectNoBarriers(editor);

  for (const name of ['Waiting', 'Wanted', ...beside])
    await queue
      .job(`${name}.mp4`)
      .getByRole('button', { name: `Cancel ${name}.mp4` })
      .click();
});

test('the render queue survives a reload and a service restart', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  await openFilm(editor, project, media, long);
  const dialog = new RenderDialog(editor);
  const queue = new RenderQueue(editor);
  await dialog.open();
  await dialog.render.click();
  await expect(queue.job('Film.mp4')).toHaveAttribute('data-state', 'rendering');
  await editor.reload();
  await queue.toggle();
  await expect(queue.job('Film.mp4')).toHaveAttribute('data-state', 'rendering');
  await service.kill();
  await service.restart();
  await expect(queue.job('Film.mp4')).toHaveAttribute('data-state', 'rendering');
  await queue.job('Film.mp4').getByRole('button', { name: 'Cancel Film.mp4' }).click();
  await expect(queue.job('Film.mp4')).toHaveAttribute('data-state', 'cancelled');
});

test(
  'the copied command renders the same film in a shell',
  { tag: '@full' },
  async ({ editor, project, media, person }, info) => {
    await openFilm(editor, project, media, withVariable);
    const dialog = new RenderDialog(editor);
    await dialog.open();
    await dialog.button(/^clip/).click();
    await dialog.chooseSource('bars.mp4');
    await dialog.field('Save as').fill("It's $HOME `film`");
    await dialog.button('Copy as curl').click();
    await expect(editor.getByText('Copied the curl command')).toBeVisible();
    const line = await person.clipboard();
    const script = path.join(info.outputDir, 'line.sh');
    await writeFile(info.outputPath('line.sh'), line);
    const { stdout } = await run('bash', [script], {
      env: {
        PATH: process.env['PATH'],
        SCENEWRIGHT_API_KEY: credentials.key,
        SCENEWRIGHT_API_SECRET: credentials.secret,
      },
    });
    expect(JSON.parse(stdout)).toMatchObject({ state: 'succeeded', frames: 10 });
    await editor.keyboard.press('Escape');
    await new RenderQueue(editor).toggle();
    await expect(new RenderQueue(editor).job("It's $HOME `film`.mp4")).toContainText('Done');
  },
);

test('the Render dialog and the queue are accessible', { tag: '@full' }, async ({ editor, project, media }) => {
  await openFilm(editor, project, media, withVariable);
  await new RenderQueue(editor).toggle();
  await new RenderDialog(editor).open();
  await expectNoBarriers(editor, { within: ['[role=dialog]', 'aside'] });
});

test('a film with unreadable pictures is reported as damaged', {
  tag: '@full',
}, async ({ editor: page, service, project, media }) => {
  await openFilm(page, project, media);
  await service.fetch(`/v1/render/local/${project.uid}`, {
    method: 'POST',
    body: new URLSearchParams({ movie: 'Film', format: 'mov', quality: 'draft' }),
  });
  const queue = new RenderQueue(page);
  await queue.toggle();
  await queue.panel.getByRole('button', { name: 'Play: Film.mov', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Film.mov', exact: true })).toContainText(
    'Your browser can’t play this format.',
  );
});
