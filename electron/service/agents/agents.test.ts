import { expect, test } from 'vitest';
import { connectOverHttp, openAgentService } from './testing/agent-client.ts';

const XML = `<movie width="640" height="360" framerate="25">
  <scene name="Offer" duration="2s">
    <text content="Hello" size="40"/>
    <text content="Second" size="30" position="0, 80"/>
  </scene>
  <scene duration="50">
    <solid color="#ff0000"/>
  </scene>
</movie>
`;

test('probe', async () => {
  await using service = await openAgentService();
  const project = await service.createProject('Spring');
  for (const era of ['2026', '2025'] as const) {
    await using agent = await connectOverHttp(service, { era, name: `Agent ${era}` });
    const { tools } = await agent.client.listTools();
    expect(tools).toHaveLength(15);
    console.log(JSON.stringify({ tools }).length);
    const made = await agent.call('create', { name: `film ${era}`, project, from: 'xml', source: XML });
    console.log(made);
    const read = await agent.call('read_template', { project, template: `film ${era}`, show: ['outline', 'text'] });
    console.log(read.outline, read.text);
    const edited = await agent.call('edit_template', {
      project,
      template: `film ${era}`,
      revision: made['revision'],
      label: 'Larger titles',
      commands: [{ do: 'set', at: ['scene["Offer"]/text[1]'], attributes: { size: '72' } }],
    });
    console.log(edited);
  }
  console.log(JSON.stringify(await service.client.call('listAgentCalls', { query: {} }), null, 1));
});
