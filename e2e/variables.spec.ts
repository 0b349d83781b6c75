import { expect } from 'playwright/test';
import { inspectedFilm, openInspector } from './fixtures/open-inspector.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('a field is bound to a variable and unbound', async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const row = inspector.effect('Saturation').getByRole('group', { name: 'Intensity' });
  await inspector.makeVariable(row, 'mood');
  await saves('intensity="${mood, 1.5}"');
  await row.getByRole('button', { name: /^Intensity: variable mood, 1.5/ }).click();
  await editor.getByRole('dialog').getByRole('spinbutton', { name: 'Sample value for mood' }).fill('0.25');
  await editor.keyboard.press('Enter');
  await editor.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^Intensity: variable mood, 0.25/ })).toBeVisible();
  await inspector.variableMenu(row, 'Convert to fixed value');
  await saves('intensity="0.25"');
});

test('a variable without a value is reported at its uses', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = inspectedFilm.replace('src="gradient.mp4"', 'src="${clip}"');
  const { inspector } = await openInspector({ editor, project, media }, text);
  await inspector.selectScenes('Two');
  await expect(inspector.field('Source')).toContainText('has no value or default');
  await inspector
    .field('Source')
    .getByRole('button', { name: /^Source: variable clip, No value/ })
    .click();
  await editor
    .getByRole('dialog')
    .getByRole('button', { name: /^Sample value for clip/ })
    .click();
  await editor
    .getByRole('dialog', { name: 'Choose a source' })
    .getByRole('button', { name: /gradient/ })
    .click();
  await expect(inspector.field('Source')).not.toContainText('has no value');
});

test('a layer whose source has no value can be selected and repaired', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const text = inspectedFilm.replace('src="gradient.mp4"', 'src="${clip}"');
  const { inspector } = await openInspector({ editor, project, media }, text);
  const timeline = new TimelinePage(editor);
  await timeline.toggle('Two');
  const row = timeline.row(/^\{clip\}/);
  await expect(row.locator('[data-bar]')).toHaveAccessibleName(/source has no value/);
  await row.locator('[data-bar]').click();
  await expect(inspector.field('Source')).toContainText('has no value or default');
});

test('a variable is renamed everywhere and in all samples', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = inspectedFilm
    .replace('duration="25"', 'duration="${length, 25}"')
    .replace('duration="20"', 'duration="${length, 25}"');
  const { frame, inspector, saves } = await openInspector({ editor, project, media }, text);
  await inspector.showVariables();
  const length = inspector.variable('length');
  await length.getByRole('textbox', { name: 'Sample value for length' }).fill('30');
  await editor.keyboard.press('Enter');
  await expect(length).toContainText('sample');
  await length.getByRole('button', { name: '2 uses of length' }).click();
  await length.getByRole('button', { name: /^Scene 2/ }).click();
  await expect(inspector.path).toContainText('Scene 2');
  await length.getByRole('button', { name: 'More for length' }).click();
  await editor.getByRole('menuitem', { name: 'Rename everywhere…' }).click();
  const dialog = editor.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New name' }).fill('seconds');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await saves(/\$\{seconds, 25\}[\s\S]*\$\{seconds, 25\}/);
  await expect(inspector.variable('seconds').getByRole('textbox')).toHaveValue('30');
  await frame.undo.click();
  await expect(inspector.variable('length').getByRole('textbox')).toHaveValue('30');
  await inspector.variable('length').getByRole('button', { name: 'More for length' }).click();
  await editor.getByRole('menuitem', { name: 'Convert to fixed value' }).click();
  await saves(/"One" duration="30"[\s\S]*"Two" duration="30"/);
  await expect(editor.getByRole('region', { name: 'Unused values' })).toContainText('length');
});

test('the declaration of a variable is validated and undone', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = inspectedFilm.replace('name="One"', 'name="${plan, gold}"');
  const { frame, inspector, saves } = await openInspector({ editor, project, media }, text);
  await inspector.showVariables();
  await inspector.variable('plan').getByRole('button', { name: 'More for plan' }).click();
  await editor.getByRole('menuitem', { name: 'Variable settings…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Settings for “plan”' });
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await editor.getByRole('option', { name: 'Choice', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Which plan');
  await dialog.getByRole('textbox', { name: 'Help' }).fill('What was ordered.');
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('gold: Gold,');
  await expect(dialog).toContainText('Must be values separated by commas');
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('gold: Gold, silver: Silver');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await saves(
    '<variable name="plan" type="choice" label="Which plan" help="What was ordered." choices="gold: Gold, silver: Silver"/>',
  );
  const plan = inspector.variable('Which plan');
  await expect(plan).toContainText('What was ordered.');
  await plan.getByRole('combobox', { name: 'Sample value for plan' }).click();
  await editor.getByRole('option', { name: 'Silver' }).click();
  await expect(frame.timeline).toContainText('silver');
  await editor.keyboard.press('Control+e');
  const render = editor.getByRole('dialog', { name: 'Render', exact: true });
  await expect(render.getByRole('combobox', { name: 'Which plan' })).toContainText('Silver');
  await editor.keyboard.press('Escape');
  for (const _ of ['sample', 'declaration']) await frame.undo.click();
  await expect(inspector.variable('plan').getByRole('textbox', { name: 'Sample value for plan' })).toHaveValue('gold');
});

test('undo reverts a sample value wherever it was typed', async ({ editor, project, media }) => {
  const text = inspectedFilm.replace('name="One"', 'name="${title, One}"');
  const { frame, inspector } = await openInspector({ editor, project, media }, text);
  await inspector.showVariables();
  const sample = inspector.variable('title').getByRole('textbox', { name: 'Sample value for title' });
  await sample.fill('Winter');
  await editor.keyboard.press('Enter');
  await expect(frame.timeline).toContainText('Winter');
  await editor.keyboard.press('ControlOrMeta+z');
  await expect(frame.timeline).toContainText('One');
  await expect(sample).toHaveValue('One');
  await editor.keyboard.press('ControlOrMeta+Shift+z');
  await expect(sample).toHaveValue('Winter');
  await editor.getByRole('application', { name: 'Stage' }).focus();
  await editor.keyboard.press('ControlOrMeta+z');
  await expect(sample).toHaveValue('One');
  // The history is empty, and the undo of the browser does nothing.
  await expect(frame.undo).toBeDisabled();
  await editor.keyboard.press('ControlOrMeta+z');
  await expect(sample).toHaveValue('One');
  await expect(editor.getByRole('application', { name: 'Stage' })).toBeFocused();
});

test('a second data set has its own values and is stored', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = inspectedFilm.replace('name="One"', 'name="${title, One}"');
  const { frame, inspector } = await openInspector({ editor, project, media }, text);
  await inspector.showVariables();
  await inspector.chooseDataSet('New data set…');
  const dialog = editor.getByRole('dialog', { name: 'Data sets' });
  await dialog.getByRole('textbox', { name: 'Name' }).last().fill('Autumn');
  await editor.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(inspector.dataSet).toContainText('Autumn');
  const sample = inspector.variable('title').getByRole('textbox', { name: 'Sample value for title' });
  await sample.fill('A long autumn');
  await editor.keyboard.press('Enter');
  await expect(frame.timeline).toContainText('A long autumn');
  await inspector.chooseDataSet('Default');
  await expect(frame.timeline).not.toContainText('A long autumn');
  await expect(sample).toHaveValue('One');
  await inspector.chooseDataSet('Longest');
  await expect(sample).toHaveValue('A long autumn');
  await expect(sample).toBeDisabled();
  await inspector.chooseDataSet('Empty');
  await expect(sample).toHaveValue('');
  await inspector.chooseDataSet('Autumn');
  await expect(sample).toHaveValue('A long autumn');
});

test('the menu of data sets appears once a variable exists', { tag: '@full' }, async ({ editor, project }) => {
  const film = (content: string) =>
    `<movie width="64" height="36" framerate="25"><scene duration="10"><text content="${content}"/></scene></movie>`;
  await project.putTemplate('Film', film('Hello'));
  await new EditorPage(editor).open(project, 'Film');
  const menu = editor.getByRole('banner').getByRole('button', { name: /^Data set/ });
  await expect(editor.getByRole('banner').getByRole('button', { name: 'Render…' })).toBeVisible();
  await expect(menu).toHaveCount(0);
  await project.putTemplate('Film', film('${name}'));
  await expect(menu).toBeVisible();
});
