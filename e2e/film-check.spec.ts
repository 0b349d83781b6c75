import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { InspectorPage } from './pages/inspector.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const FILM = `<movie width="640" height="360" framerate="25">
  <scene name="One" duration="100">
    <solid name="Ground" color="#224488"/>
    <text name="Edge" size="40" content="Near the edge" origin="0%, 0%" anchor="-50%, -50%" xalign="left" yalign="top" position="200, 0"/>
    <text name="Small" size="6" content="Small letters" position="0, 60"/>
  </scene>
</movie>
`;

test('the check lists findings, shows their places, and fixes them', async ({ editor: page, project, media }) => {
  await openTimeline(page, project, media, FILM);
  await page.getByRole('tab', { name: /^Check/ }).click();
  const panel = page.getByRole('tabpanel', { name: /^Check/ });
  const edge = panel.getByRole('listitem').filter({ hasText: 'Near the edge' });
  await expect(edge).toBeVisible();
  const small = panel.getByRole('listitem').filter({ hasText: 'Small letters' });
  await expect(small).toContainText('pixels high on a phone');
  await expect(page.getByRole('img', { name: 'Check: 2 findings' })).toBeAttached();
  await expectNoBarriers(page, { within: ['[role=tabpanel]'], name: 'check' });

  // F8 goes to the first finding: it selects the layer, and the picture shows the box.
  await page.keyboard.press('F8');
  await expect(panel.locator('[aria-current]')).toContainText('Near the edge');
  await expect(new InspectorPage(page).root).toContainText('Scene 1');
  await expect(page.locator('[data-severity="warning"]').first()).toBeVisible();
  await page.keyboard.press('F8');
  await expect(panel.locator('[aria-current]')).toContainText('Small letters');

  // A fix is one step.
  await edge.getByRole('button', { name: 'Fix' }).click();
  await expect(edge).toHaveCount(0);
  await expect.poll(() => project.template('Film')).toContain('position="200, 9"');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(edge).toBeVisible();

  // The element switches the check off, and the list counts the finding.
  await small.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Don’t check here' }).click();
  await expect(small).toHaveCount(0);
  await expect(panel).toContainText('1 finding is switched off.');
  await expect.poll(() => project.template('Film')).toContain('unchecked="text/tiny"');
});

test('arrow keys move through a long list of findings', async ({ editor: page, project, media }) => {
  const count = 120;
  const scenes = Array.from(
    { length: count },
    (_, at) =>
      `<scene duration="50"><solid color="#224488"/><text size="6" content="Small letters ${at}" position="0, 60"/></scene>`,
  );
  const film = `<movie width="640" height="360" framerate="25">\n${scenes.join('\n')}\n</movie>\n`;
  await openTimeline(page, project, media, film);
  await page.getByRole('tab', { name: /^Check/ }).click();
  const list = page.getByRole('tabpanel', { name: /^Check/ }).getByRole('list');
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(count));
  expect(await rows.count()).toBeLessThan(40);

  await list.locator('[data-issue]').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-issue]:focus')).toContainText('Small letters 1');
  await page.keyboard.press('End');
  await expect(page.locator('[data-issue]:focus')).toContainText(`Small letters ${count - 1}`);
  await expect(page.locator('[data-issue]:focus')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(40);
  await page.keyboard.press('Home');
  await expect(page.locator('[data-issue]:focus')).toContainText('Small letters 0');

  // Findings out of view have no mark on the timeline.
  const marks = page.getByRole('img', { name: `Check: ${count} findings` }).locator('[data-severity]');
  expect(await marks.count()).toBeLessThan(count / 2);
});
