import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const film = `<?xml version="1.0" encoding="UTF-8"?>
<!-- One film for each shop, in the language of its town, with the clip that the people there have chosen themselves -->
<movie width="1280" height="720" framerate="30">
  <!-- Opening -->
  <scene duration="60" name="Opening" note="mine">
    <video src="bars.mp4">
      <filter type="saturation"   intensity="1.25"/>
    </video>
  </scene>
  <!-- Petals open -->
  <scene duration="150" name="Petals">
    <video src="\${hero, bars.mp4}" skip="8">
      <filter type="vignette" color="#102030"/>
    </video>
  </scene>
</movie>
`;

async function openSplit(page: Page, project: Project, text = film) {
  await project.putTemplate('Film', text);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await editor.view('Split');
  const xml = new XmlView(page);
  await expect(xml.text).toBeVisible();
  return { editor, xml };
}

test('a visual edit changes only the lines of the edited element', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const { xml } = await openSplit(page, project);
  // Long lines are wrapped, so that the pane does not scroll horizontally.
  const isWrapped = (text: Element) => {
    const room = text.parentElement;
    return room !== null && room.scrollWidth <= room.clientWidth;
  };
  await expect.poll(() => xml.text.evaluate(isWrapped)).toBe(true);
  await xml.cursorBehind('"Petals"');
  await expect(xml.selectedLines).toHaveCount(5);
  await page.getByRole('region', { name: 'Timeline' }).focus();
  await page.keyboard.press('Control+D');
  await expect(xml.line('name="Petals"')).toBeVisible();
  await expect.poll(() => project.template('Film')).toMatch(/name="Petals"[\s\S]*name="Petals/);
  const saved = await project.template('Film');
  // The rest of the text stays the same, byte for byte.
  expect(saved.startsWith(film.slice(0, film.indexOf('</movie>')))).toBe(true);
  expect(await xml.shown()).toBe(saved.replace(/\n$/, '\n'));
});

test('typing in the XML changes the film and can be undone', async ({ editor: page, project }) => {
  const { editor, xml } = await openSplit(page, project);
  await expect(editor.timeline.getByText('Petals').first()).toBeVisible();
  await xml.cursorBehind('name="Petals');
  await xml.insert(' open wide');
  await expect(editor.timeline.getByText('Petals open wide').first()).toBeVisible();
  await expect(editor.undo).toBeEnabled();
  // The text view shares the history of the editor.
  await xml.press('Control+Z');
  await expect(editor.timeline.getByText('Petals open wide')).toHaveCount(0);
  await expect(xml.line('name="Petals"')).toBeVisible();
  await expect(xml.text).toBeFocused();
  await editor.redo.click();
  await expect(xml.line('name="Petals open wide"')).toBeVisible();
  await editor.undo.click();
  await expect(xml.line('name="Petals"')).toBeVisible();
});

test('invalid text is underlined and leaves the film unchanged', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const { editor, xml } = await openSplit(page, project);
  await xml.cursorBehind('name="Petals');
  await xml.press('ArrowRight');
  await xml.press('Backspace');
  await expect(xml.problems).toBeVisible();
  await expect(xml.underlined.first()).toBeVisible();
  // The preview is the only part that reports that it shows an older version.
  await expect(page.getByText(/last valid version/)).toHaveCount(1);
  await expect(editor.timeline.getByText('Petals').first()).toBeVisible();
  await expect(editor.timeline.getByText('Opening').first()).toBeVisible();
  // The status bar shows the number of errors. A click on the number opens the list of errors, and a click on an error
  // moves the focus to the XML.
  const count = page.getByRole('contentinfo').getByRole('button', { name: /^\d+ errors?/ });
  await count.click();
  const list = page.getByRole('dialog', { name: /^\d+ errors?/ });
  await list.getByRole('button').first().click();
  await expect(list).toBeHidden();
  await expect(xml.text).toBeFocused();
  await page.keyboard.press('Control+Z');
  await expect(xml.underlined).toHaveCount(0);
  await expect(xml.line('name="Petals"')).toBeVisible();
});

test('completions offer required attributes first', { tag: '@full' }, async ({ editor: page, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  const { xml } = await openSplit(page, project);
  await xml.cursorBehind('color="#102030"');
  await xml.type(' ');
  await expect(xml.completions.getByRole('option').first()).toContainText('enabled');
  await xml.type('ap');
  await xml.accept('aperture');
  await expect(xml.line('aperture="')).toBeVisible();
  await xml.press('Escape');
  await xml.type('0.5');
  await expect(xml.line('color="#102030" aperture="0.5"')).toBeVisible();
});

test('a quick fix repairs a problem', { tag: '@full' }, async ({ editor: page, project }) => {
  const { xml } = await openSplit(page, project);
  await xml.cursorBehind('"#102030');
  await xml.press('Backspace');
  await expect(xml.underlined).toHaveText('#10203');
  const row = xml.problems.getByRole('button', { name: /must be a color/ });
  await row.click();
  await expect(xml.text).toBeFocused();
  await expect(xml.area.getByRole('button', { name: /^Ln 13, / })).toBeVisible();
  await xml.press('Control+.');
  const fix = page.getByRole('button', { name: 'Change to #102030' });
  await expect(fix).toBeFocused();
  await xml.press('Enter');
  await expect(xml.underlined).toHaveCount(0);
  await expect(xml.line('color="#102030"')).toBeVisible();
  await xml.press('Control+Z');
  await expect(xml.underlined).toHaveText('#10203');
  const problem = xml.problems.getByRole('listitem').filter({ hasText: '#10203' });
  await problem.getByRole('button', { name: 'Quick fixes' }).click();
  await page.getByRole('menuitem', { name: 'Make a variable' }).click();
  await expect(xml.line('color="${color, #102030}"')).toBeVisible();
});

test('the XML view and the editor share the selection', { tag: '@full' }, async ({ editor: page, project }) => {
  const { editor, xml } = await openSplit(page, project);
  await xml.cursorBehind('type="vignette"');
  await expect(xml.selectedLines).toHaveCount(1);
  await expect(editor.inspector).toContainText('Vignette');
  await editor.timeline.getByText('Opening').first().click();
  await expect(xml.selectedLines.first()).toContainText('name="Opening"');
  await expect(xml.selectedLines).toHaveCount(5);
});

test('the resolved text shows the values of variables and is read-only', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const { xml } = await openSplit(page, project);
  await xml.area.getByRole('radio', { name: 'Resolved' }).click();
  const resolved = xml.area.getByRole('textbox', { name: 'Template XML with values filled in' });
  await expect(resolved).toContainText('src="bars.mp4" skip="8"');
  await resolved.click();
  await xml.type('x');
  await expect(resolved).toContainText('src="bars.mp4" skip="8"');
  await xml.area.getByRole('radio', { name: 'Raw' }).click();
  await expect(xml.line('${hero, bars.mp4}')).toBeVisible();
});

test('the language reference follows the cursor of the XML view', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const { xml } = await openSplit(page, project);
  await xml.cursorBehind('hero');
  await xml.press('Alt+F1');
  const reference = page.getByRole('dialog', { name: 'Language reference' });
  await expect(reference).toContainText('${hero}');
  await expect(reference).toContainText('in 1 place');
  await expect(reference).toContainText('vignette');
  await xml.press('Escape');
  await expect(reference).toBeHidden();
  await xml.line('hero').click();
  await xml.press('Alt+G');
  await expect(page.getByRole('textbox', { name: /^Line, 1 to/ })).toBeFocused();
  await xml.press('Escape');
  await xml.line('hero').click();
  await xml.press('Shift+Alt+F');
  await expect(xml.line('<filter type="saturation" intensity="1.25"/>')).toBeVisible();
});

test('find and replace changes a text in one step', { tag: '@full' }, async ({ editor: page, project }) => {
  const { editor, xml } = await openSplit(page, project);
  await xml.line('Opening').click();
  await xml.press('Control+F');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('bars.mp4');
  await expect(xml.area.getByText('2', { exact: true }).last()).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('new.mp4');
  await xml.area.getByRole('button', { name: 'All', exact: true }).click();
  await expect(xml.line('${hero, new.mp4}')).toBeVisible();
  await editor.undo.click();
  await expect(xml.line('${hero, bars.mp4}')).toBeVisible();
  await expect(xml.line('video src="bars.mp4"')).toBeVisible();
});

test('the XML view is accessible', { tag: '@full' }, async ({ editor: page, project }) => {
  const { editor, xml } = await openSplit(page, project);
  await editor.view('XML');
  await xml.cursorBehind('"#102030');
  await xml.press('Backspace');
  await xml.line('Opening').click();
  await xml.press('Control+F');
  await expectNoBarriers(page, { within: ['[aria-label="XML"]'] });
});
