import { expect, type Page } from 'playwright/test';
import { createProject } from '../fixtures/project.ts';
import type { RunningService } from '../fixtures/service.ts';
import { test } from '../fixtures/test.ts';
import { EditorPage } from '../pages/editor.ts';
import { FramePage } from '../pages/frame.ts';
import { ProjectsPage } from '../pages/projects.ts';
import { RenderDialog, RenderQueue } from '../pages/render.ts';
import { TimelinePage } from '../pages/timeline.ts';
import { filmOfFolder } from './film-of-folder.ts';
import { cameraOf } from './picture.ts';

const sizes = { small: { width: 1280, height: 720 }, large: { width: 1920, height: 1080 } } as const;
/** A folder with videos of the user, which replace the videos of the sample. */
const mediaFolder = process.env['SCENEWRIGHT_SCREENSHOT_MEDIA'] ?? '';

/** The names of other projects, with the clip of the sample that each shows. */
const others = { 'Autumn collection': 'mountains.mp4', 'Shop windows': 'blossom.mp4', Weather: 'sunset.mp4' } as const;

/** Creates a project that contains a copy of a sample clip. */
async function projectWith(service: RunningService, name: string, clip: string): Promise<void> {
  const { projects } = (await (await service.fetch('/v1/list/project')).json()) as ProjectList;
  const sample = projects.find((project) => project.name.startsWith('Sample'));
  const bytes = await (await service.fetch(`/v1/data/${sample?.uid}/${clip}`)).blob();
  const { uid } = await createProject(service, name);
  await service.fetch(`/v1/data/${uid}/${clip}`, { method: 'PUT', body: bytes });
}

interface ProjectList {
  readonly projects: readonly { readonly uid: string; readonly name: string }[];
}

async function lookOf(page: Page, theme: 'dark' | 'light', size: keyof typeof sizes): Promise<void> {
  await page.setViewportSize(sizes[size]);
  await page.evaluate((next) => {
    document.documentElement.dataset['theme'] = next;
  }, theme);
}

test('every screen', async ({ editor: page, service }) => {
  const camera = cameraOf(page);
  const frame = new FramePage(page);
  const editor = new EditorPage(page);
  const timeline = new TimelinePage(page);
  const projects = new ProjectsPage(page);
  const queue = new RenderQueue(page);
  const dialog = new RenderDialog(page);
  await expect(projects.openSample).toBeEnabled();
  await camera.take('first-start');

  await projects.openSample.click();
  await editor.isOpen('Evening');
  if (mediaFolder !== '') {
    const project = await createProject(service, 'Spring campaign');
    await filmOfFolder(project, mediaFolder, 'Teaser');
    await editor.open(project, 'Teaser');
  } else {
    await frame.run('Greeting');
  }
  await timeline.tree.getByRole('row').nth(1).click();
  // Move the playhead to the title, behind the transition.
  for (let tens = 0; tens < 4; tens++) await frame.run('Ten frames forward');
  for (const theme of ['dark', 'light'] as const) {
    for (const size of ['small', 'large'] as const) {
      await lookOf(page, theme, size);
      await camera.take(`editor-${theme}-${sizes[size].width}`);
    }
  }
  await lookOf(page, 'dark', 'large');
  await editor.view('Split');
  await camera.take('xml-split');
  await lookOf(page, 'dark', 'small');
  await camera.take('xml-split-1280');
  await editor.view('Visual');
  await editor.tab('Variables').click();
  await camera.take('variables');

  await dialog.open();
  await expect(dialog.render).toBeEnabled();
  await camera.take('render');
  await dialog.render.click();
  await expect(queue.panel.getByRole('listitem').first()).toContainText('Done');
  await dialog.open();
  await lookOf(page, 'dark', 'large');
  await camera.take('render-queue');
  await lookOf(page, 'light', 'small');
  await camera.take('render-queue-light');
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await lookOf(page, 'dark', 'small');
  await queue.panel.getByRole('button', { name: 'Close queue' }).click();
  await expect(queue.panel).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(frame.palette).toBeVisible();
  await camera.take('palette');
  await page.keyboard.press('Escape');
  await expect(frame.palette).toBeHidden();
  await frame.run('Keyboard shortcuts');
  await expect(frame.keySheet).toBeVisible();
  await camera.take('keys');
  await page.keyboard.press('Escape');
  await frame.run('Settings');
  await camera.take('settings');
  await frame.run('Light theme');
  await page.setViewportSize(sizes.large);
  await camera.take('settings-light');
  await frame.run('Dark theme');
  await page.setViewportSize(sizes.small);
  for (const [name, clip] of Object.entries(others)) await projectWith(service, name, clip);
  await frame.run('All projects');
  await expect(projects.heading).toBeVisible();
  await camera.take('projects');

  await frame.run('New from a design');
  await camera.take('designs');
  await page.getByRole('option', { name: /^Birthday/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Render the film' })).toBeEnabled();
  await camera.take('fill-in');
});
