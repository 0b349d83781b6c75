import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import type { RunningService } from './fixtures/service.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';

const FILM = `<movie width="320" height="180" framerate="25">
  <scene name="Opening" duration="25">
    <text name="Headline" content="Hello" size="20"/>
  </scene>
  <scene name="End" duration="25">
    <text name="Date" content="Today" size="20"/>
  </scene>
</movie>
`;

/** Connects an assistant to a service with the official client and a new key. */
async function connectAgent(service: RunningService, name: string) {
  const send = async (path: string, method: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.fetch(path, { method, body: JSON.stringify(body), headers });
    return (await answer.json()) as { readonly secret?: string };
  };
  await send('/v1/agents', 'PUT', { on: true, http: true });
  const { secret } = await send('/v1/agents/keys', 'POST', { name });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  const client = new Client({ name: 'e2e', version: '1.0.0' });
  await client.connect(transport);
  return {
    /** Sets attributes of the element at a place. Returns whether the service refused the edit. */
    edit: async (project: string, label: string, at: string, attributes: object): Promise<boolean> => {
      const place = { project, template: 'Film' };
      const read = await client.callTool({ name: 'read_template', arguments: place });
      const { revision } = read.structuredContent as { readonly revision: number };
      const commands = [{ do: 'set', at: [at], attributes }];
      const answer = await client.callTool({
        name: 'edit_template',
        arguments: { ...place, revision, label, commands },
      });
      return answer.isError === true;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Resolves when an element appears, however soon it disappears again. Call it before the change. */
async function appears(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((css) => document.querySelector(css) !== null, selector);
}

test('a person sees, pauses, and undoes the edits of an assistant', async ({ editor: page, project, service }) => {
  await project.putTemplate('Film', FILM);
  await using agent = await connectAgent(service, 'Claude');
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const top = page.getByRole('banner');
  // The marks and the notice disappear after some seconds.
  const signs = Promise.all([
    appears(page, '[data-scene][data-changed]'),
    appears(page, '[data-testid="changed-box"]'),
    expect(page.getByText(/^“Claude.*” is editing this project$/)).toBeVisible(),
  ]);
  expect(await agent.edit(project.uid, 'Larger title', 'scene[1]/text', { size: '40' })).toBe(false);
  await signs;
  await expect(page.locator('[data-changed], [data-testid="changed-box"]')).toHaveCount(0);
  const chip = top.getByRole('button', { name: /Claude.* is working: Show assistants’ calls/ });
  await expect(chip).toBeVisible();
  await expectNoBarriers(page, { name: 'chip' });

  await top.getByRole('button', { name: 'History', exact: true }).click();
  const step = page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: /Claude.*: Larger title/ });
  await expect(step.locator('svg.lucide-bot')).toBeVisible();
  await page.keyboard.press('Escape');

  // The person edits another place; undoing the assistant keeps this edit.
  await page.getByRole('region', { name: 'Timeline' }).locator('[data-scene]').last().click();
  await page.keyboard.press('Delete');
  await expect.poll(() => project.template('Film')).not.toContain('"End"');
  expect(await agent.edit(project.uid, 'Red', 'scene[1]/text', { color: '#ff0000' })).toBe(false);
  await expect(editor.status(/^Saved/)).toBeVisible();
  await chip.click();
  const calls = page.getByRole('dialog', { name: 'Assistants’ calls' });
  await expect(calls.getByRole('listitem')).toHaveCount(4);
  await expectNoBarriers(page, { name: 'calls' });
  await calls.getByRole('button', { name: 'Undo since here: Larger title' }).press('Enter');
  await expect(calls).toBeHidden();
  await expect(editor.undo).toHaveAccessibleName(/Undo: Undo assistants since revision 1/);
  await expect.poll(() => project.template('Film')).toContain('size="20"');
  const restored = await project.template('Film');
  expect(restored).not.toContain('color');
  expect(restored).not.toContain('"End"');
  await editor.undo.click();
  await expect.poll(() => project.template('Film')).toContain('color="#ff0000"');

  await top.getByRole('button', { name: 'Pause assistants' }).press('Enter');
  await expect(top.getByRole('button', { name: /^Assistants are paused/ })).toBeVisible();
  expect(await agent.edit(project.uid, 'Blue', 'scene[1]/text', { color: '#0000ff' })).toBe(true);
  await top.getByRole('button', { name: 'Resume assistants' }).press('Enter');
  await expect(top.getByRole('button', { name: 'Pause assistants' })).toBeFocused();
});
