import { describe, expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { assetSpellings, relinkText } from './asset-commands.ts';

const TEXT = `<movie service="editor-1.0">
  <!-- the opening -->
  <scene duration="2"><video src="Clip.mp4"/></scene>
  <scene duration="2"><video src="\${hero, clip.mp4}"/></scene>
  <scene duration="2"><video src='other.mp4' audio="false"/></scene>
</movie>
`;

describe('the assets of a template', () => {
  it('are the sources and the defaults of source variables', () => {
    const { source } = readTemplate(TEXT);
    const named = assetSpellings(required(source, 'it can be read').document);
    expect([...named].map(([key, names]) => [key, [...names]])).toEqual([
      ['clip.mp4', ['Clip.mp4', 'clip.mp4']],
      ['other.mp4', ['other.mp4']],
    ]);
  });

  it('can be replaced without changing other bytes', () => {
    const relinked = relinkText(TEXT, 'CLIP.mp4', 'new.mp4');
    expect(relinked).toEqual({ ok: true, value: TEXT.replaceAll(/clip\.mp4/gi, 'new.mp4') });
    expect(relinkText(TEXT, 'unknown.mp4', 'new.mp4')).toEqual({ ok: true, value: TEXT });
  });

  it('are replaced only if the template is valid', () => {
    expect(relinkText('<movie', 'a', 'b')).toMatchObject({ ok: false });
  });
});
