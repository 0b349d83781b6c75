import { assertNever } from '#shared/lib/assert.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { chooseDemuxer } from './containers/demuxer.ts';
import { readFileHead } from './containers/file-head.ts';
import { isImage, type StillFault, stillCaptions, stillFont, stillImage, stillTable } from './facts/still-facts.ts';
import type { LocatedSource, SourceFacts } from './located-source.ts';
import { photoCopy } from './photo-copy.ts';
import { factsOfSource } from './source-facts.ts';
import { type SteadyOptions, steadySource } from './steady-copy.ts';

/**
 * Returns the facts of a source for the requested kind. ffprobe probes media. Images and fonts are recognized by their
 * first bytes, because only the compositor reads the rest. Throws the errors of `probeMedia`.
 */
export async function requestedFacts(
  source: Parameters<typeof factsOfSource>[0],
  kind: SourceKind,
  tools: MediaTools,
  options: Parameters<typeof factsOfSource>[2],
): Promise<Result<SourceFacts, StillFault>> {
  switch (kind) {
    case 'media': {
      const facts = await factsOfSource(source, tools, options);
      if (facts.ok) return ok(facts.value);
      const code = (await isImage(source.path)) ? 'source/kind' : 'source/unreadable';
      return err({ code, reason: facts.error });
    }
    case 'image': {
      const image = await stillImage(source.path, options.signal);
      const isDamaged = !image.ok && image.error.reason.code === 'media/image-damaged';
      return image.ok || isDamaged || !(await isVideoOrSound(source.path))
        ? image
        : err({ code: 'source/kind', reason: message('media/moving') });
    }
    case 'font':
      return stillFont(source.path);
    case 'table':
      return stillTable(source.path, options.signal);
    case 'captions':
      return stillCaptions(source.path, options.signal);
    default:
      return assertNever(kind);
  }
}

/**
 * Returns a source in the form that films read: the source itself, its steady copy if it changes midway, or the copy of
 * a HEIC or AVIF photo. Throws the errors of `probeMedia` and `steadySource`.
 */
export async function usableSource(
  { path, sha256, stamp = null }: Parameters<typeof factsOfSource>[0],
  kind: SourceKind,
  {
    probe = null,
    asIs = false,
    ...options
  }: SteadyOptions & Pick<Parameters<typeof factsOfSource>[2], 'probe'> & { readonly asIs?: boolean | undefined },
): Promise<Result<LocatedSource, StillFault>> {
  const { tools, cacheFolder, signal } = options;
  const photo = kind === 'image' ? await photoCopy({ path, sha256, stamp }, options) : null;
  if (photo !== null) return photo;
  const facts = await requestedFacts({ path, sha256, stamp }, kind, tools, { cacheFolder, signal, probe });
  if (!facts.ok) return facts;
  if (asIs || !('demuxer' in facts.value)) return ok({ path, sha256, stamp, facts: facts.value });
  const steady = await steadySource({ path, sha256, stamp }, facts.value, options);
  if (!steady.ok) return err({ code: 'source/unreadable', reason: steady.error });
  const { original, ...source } = steady.value;
  return ok(source);
}

async function isVideoOrSound(path: string): Promise<boolean> {
  return chooseDemuxer(await readFileHead(path)).ok;
}
