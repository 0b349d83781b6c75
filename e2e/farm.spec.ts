import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { type FarmAnswer, fakeFarm, fakeFarmAnswers } from './fixtures/farm.ts';
import type { Project } from './fixtures/project.ts';
import type { RunningService } from './fixtures/service.ts';
import { test } from './fixtures/test.ts';
import { FramePage } from './pages/frame.ts';
import { RenderQueue } from './pages/render.ts';
import { SettingsPage } from './pages/settings.ts';

// Reduced motion disables CSS transitions. In the middle of a transition, the contrast of colors differs from both
// states.
test.use({ sharesService: true, contextOptions: { reducedMotion: 'reduce' } });

async function openFarm(page: Page): Promise<void> {
  // Wait for the page, which handles keys only after it has loaded.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await new FramePage(page).run('Render farm');
  await expect(page.getByRole('heading', { name: 'Render farm', level: 1 })).toBeVisible();
}

const FILM = '<movie width="320" height="180" framerate="25"><scene duration="25" background="#222222"/></movie>';

/** Starts a render in this service, so that the queue has an entry. */
async function startRender(project: Project, service: RunningService): Promise<string> {
  const answer = await service.fetch(`/v1/render/local/${project.uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ template: FILM, async: 'true', name: 'Spring opening' }).toString(),
  });
  return ((await answer.json()) as { readonly id: string }).id;
}

test('the page explains how to set up a farm if none exists', { tag: '@full' }, async ({ editor: page }) => {
  await openFarm(page);
  await expect(page.getByText('Films render on this computer')).toBeVisible();
  await expectNoBarriers(page, { name: 'no farm' });
  await page.getByRole('button', { name: 'Set up a render farm…' }).click();
  await expect(new SettingsPage(page).group('Render farm')).toBeInViewport();
});

test('the farm page lists the workers and the queued film', { tag: '@full' }, async ({
  editor: page,
  project,
  service,
}) => {
  const render = await startRender(project, service);
  let farm: FarmAnswer = fakeFarm({ project: project.uid, render });
  await fakeFarmAnswers(page, () => farm);
  await openFarm(page);
  const line = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(line('maker-1')).toContainText('16 cores');
  await expect(line('maker-2')).toContainText('2 failed');
  await expect(line('maker-3')).toContainText('Idle');
  await expect(line('maker-4')).toContainText('Draining');
  await expect(line('old-machine')).toContainText('Its engine is version 2, but this service has 3');
  await expect(line('maker-1').getByText('Whole film: 38 %')).toBeVisible();
  await expectNoBarriers(page, { name: 'farm' });

  await test.step('a wrong setup is reported, and workers are still listed', async () => {
    farm = { ...farm, faults: [{ message: '-', reason: 'farm/evicts', values: { policy: 'allkeys-lru' } }] };
    await expect(page.getByText('(maxmemory-policy allkeys-lru). Set the policy to noeviction.')).toBeVisible();
    farm = { ...farm, faults: [] };
  });

  await test.step('the keyboard reaches all parts of the farm page', async () => {
    const film = page.getByRole('button', { name: 'Spring opening, 70 %: show it in the render queue' });
    await film.focus();
    await page.keyboard.press('Enter');
    const row = new RenderQueue(page).panel.getByRole('listitem', { name: 'Spring opening' });
    await expect(row).toBeFocused();
    await expectNoBarriers(page, { name: 'farm beside the queue' });
  });

  await test.step('an unreachable farm queue is reported with the waiting films', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const why = { message: '-', reason: 'farm/refused-connection', values: {} };
    const queue = { state: 'away', address: farm.queue.address, reason: why.message, why, since } as const;
    farm = {
      ...farm,
      queue,
      workers: [],
      workersInAll: 0,
      waitsFor: { message: '-', reason: 'farm/queue-away', values: {} },
    };
    await expect(
      page.getByText('The queue is unreachable. Films wait and continue when it’s back. Nothing is lost'),
    ).toBeVisible();
    await expect(page.getByText('The connection was refused: nothing listens at its address.')).toBeVisible();
    await expect(page.getByText('Can’t list workers while the queue is unreachable')).toBeVisible();
    await expectNoBarriers(page, { name: 'queue away' });
  });
});

test('the farm settings are tested before they are saved', { tag: '@full' }, async ({ editor: page }) => {
  const settings = new SettingsPage(page);
  await settings.open();
  const group = settings.group('Render farm');
  const field = (name: string) => group.getByRole('textbox', { name, exact: true });
  await expect(group.getByRole('button', { name: 'Test connection' })).toBeDisabled();
  await field('Queue').fill('redis://127.0.0.1:9');
  await group.getByLabel('Password').fill('of the farm');
  await field('Store').fill('s3://films/farm');
  await field('Access key ID').fill('name');
  await field('Store').fill('/dev/null/films');
  await expect(field('Access key ID')).toBeHidden();
  await group.getByRole('button', { name: 'Test connection' }).click();
  await expect(group.getByText('The queue doesn’t work')).toBeVisible();
  await expect(group.getByText('The store doesn’t work')).toBeVisible();
  await expectNoBarriers(page, { name: 'settings of a farm' });

  await group.getByRole('button', { name: 'Save' }).click();
  await expect(group.getByText('Saved. Restart the service to apply the change.')).toBeVisible();
  await expect(group.getByLabel('Password')).toHaveValue('');
  await expect(group.getByLabel('Password')).toHaveAttribute('placeholder', 'Unchanged');

  await test.step('an invalid queue address is refused with an explanation', async () => {
    await field('Queue').fill('https://queue');
    await group.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The render farm wasn’t changed')).toBeVisible();
  });

  await test.step('local rendering can be restored', async () => {
    await group.getByRole('button', { name: 'Stop using the farm…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop using the farm' }).click();
    await expect(group.getByRole('button', { name: 'Stop using the farm…' })).toBeHidden();
    await expect(field('Queue')).toHaveValue('');
  });
});

test('farm settings from the command line cannot be changed', { tag: '@full' }, async ({ editor: page }) => {
  await page.route('**/v1/farm/settings', (route) =>
    route.fulfill({
      json: {
        from: 'environment',
        changeable: false,
        takesEffect: 'in-effect',
        farm: {
          queue: 'rediss://queue.farm.internal:6380',
          username: 'films',
          hasPassword: true,
          store: 's3://films-of-the-house/scenewright',
          endpoint: 'https://store.farm.internal',
          region: null,
          hasKeys: true,
        },
      },
    }),
  );
  const settings = new SettingsPage(page);
  await settings.open();
  const group = settings.group('Render farm');
  await expect(group).toContainText('Set by the service’s environment variables; change it there.');
  await expect(group).toContainText('films · with a password');
  await expect(group.getByRole('textbox')).toHaveCount(0);
});
