import { assertNever } from '../../../shared/lib/assert.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { statement } from '../../../shared/statements/statement.ts';
import type { SourceKind } from '../../../shared/template/value-types/attribute-types.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { chooseDemuxer } from './containers/demuxer.ts';
import { readFileHead } from './containers/file-head.ts';
import { isImage, type StillFault, stillCaptions, stillFont, stillImage, stillTable } from './facts/still-facts.ts';
import type { SourceFacts } from './located-source.ts';
import { factsOfSource } from './source-facts.ts';

/**
 * What a source is, as what it is wanted for: what runs is looked into by ffprobe, images and fonts by their first
 * bytes, because nothing but the compositor's own drawing reads more of them. Throws as `probeMedia` does.
 */
export async function wantedFacts(
  found: Parameters<typeof factsOfSource>[0],
  kind: SourceKind,
  tools: MediaTools,
  options: Parameters<typeof factsOfSource>[2],
): Promise<Result<SourceFacts, StillFault>> {
  switch (kind) {
    case 'media': {
      const facts = await factsOfSource(found, tools, options);
      if (facts.ok) return ok(facts.value);
      const code = (await isImage(found.path)) ? 'source/kind' : 'source/unreadable';
      return err({ code, reason: facts.error });
    }
    case 'image': {
      const image = await stillImage(found.path);
      return image.ok || !(await runs(found.path))
        ? image
        : err({ code: 'source/kind', reason: statement('media/moving') });
    }
    case 'font':
      return stillFont(found.path);
    case 'table':
      return stillTable(found.path, options.signal);
    case 'captions':
      return stillCaptions(found.path, options.signal);
    default:
      return assertNever(kind);
  }
}

async function runs(path: string): Promise<boolean> {
  return chooseDemuxer(await readFileHead(path)).ok;
}
