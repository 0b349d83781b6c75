import { expect } from 'playwright/test';
import { expectEndedDrags, middle } from './fixtures/ended-drags.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { InspectorPage } from './pages/inspector.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const FILM = `<movie width="320" height="180" framerate="25">
  <scene name="One" duration="100">
    <solid color="#224488"/>
  </scene>
</movie>
`;

const PASTED = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood evening everyone\n\n00:02.000 --> 00:03.000\nand welcome\n';

test('pasted captions get a look and word times', async ({ editor: page, project, media, person }) => {
  await openTimeline(page, project, media, FILM);
  await expect.poll(() => person.clipboard()).toBeDefined();
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED);
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Add a layer' }).getByRole('option', { name: 'Paste captions' }).click();
  await expect.poll(() => project.template('Film')).toMatch(/<captions src="captions\.vtt"/);
  const inspector = new InspectorPage(page).root;
  // The tiles show the words of the layer.
  const tile = inspector.getByRole('button', { name: /Slide pill/ });
  await expect(tile).toContainText('evening');
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => project.template('Film')).toContain('look="slidepill"');
  const captions = inspector.getByRole('region', { name: 'Captions', exact: true });
  await captions
    .getByRole('button', { name: /Good evening/ })
    .first()
    .click();
  const edge = captions.getByRole('slider', { name: /evening/ });
  await expectEndedDrags(page, {
    name: 'start of a word',
    from: () => middle(edge),
    by: { x: 12, y: 0 },
    state: () => edge.getAttribute('aria-valuenow'),
  });
  await edge.press('ArrowRight');
  await expect.poll(() => project.assetText('captions.vtt')).toMatch(/Good <00:00[.:]\d+[^>]*>evening/);
  await captions.getByRole('button', { name: 'Spread again' }).click();
  await expect.poll(() => project.assetText('captions.vtt')).not.toContain('<');
});

const OWN = FILM.replace(
  '<solid',
  '<captions name="Said"><cue start="0s" end="2s">Good evening</cue><cue start="2s" end="3s">friends</cue></captions>\n    <solid',
);

test('a file without captions is reported at its layer', { tag: '@full' }, async ({ editor: page, project, media }) => {
  await project.putAsset('notes.json', 'package.json');
  const broken = FILM.replace('<solid', '<captions name="Said" src="notes.json"/>\n    <solid');
  const timeline = await openTimeline(page, project, media, broken);
  await timeline.toggle('One');
  await timeline.bar('Said').click();
  await expect(new InspectorPage(page).root.getByText(/The file contains no readable captions\./)).toBeVisible();
});

test('captions of the template are split, joined, timed, and removed', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const timeline = await openTimeline(page, project, media, OWN);
  await timeline.toggle('One');
  await timeline.bar('Said').click();
  const captions = new InspectorPage(page).root.getByRole('region', { name: 'Captions', exact: true });
  await expect(captions.getByRole('listitem')).toHaveCount(2);
  await captions
    .getByRole('button', { name: /Good evening/ })
    .first()
    .click();
  const words = captions.getByRole('textbox', { name: 'Caption text' });
  await expect(words).toBeFocused();
  for (let letter = 0; letter < 7; letter += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(captions.getByRole('listitem')).toHaveCount(3);
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/<cue start="0s" end="0\.\d+s">Good<\/cue>\s*<cue start="0\.\d+s" end="2s">evening<\/cue>/);
  await captions.getByRole('button', { name: 'Join with the next' }).click();
  await expect.poll(() => project.template('Film')).toContain('>evening friends</cue>');
  const edge = captions.getByRole('slider', { name: 'To' });
  await edge.press('ArrowRight');
  await expect.poll(() => project.template('Film')).toContain('end="3.05s">evening friends');
  await words.fill('Bye');
  await captions.getByRole('button', { name: 'Add caption at the playhead' }).click();
  await expect.poll(() => project.template('Film')).toContain('>Bye</cue>');
  await expect(captions.getByRole('listitem')).toHaveCount(3);
});
