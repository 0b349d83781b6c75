import type { MediaTools } from '../tools.ts';

/** The version that FFmpeg gives itself in its banner; null if the text is not FFmpeg's. */
export function parseVersion(text: string): string | null {
  return /^ffmpeg version (\S{1,80})/m.exec(text)?.[1] ?? null;
}

/**
 * Reads `ffmpeg -codecs`: a line is ` DEV.L. vp9  description (decoders: vp9 libvpx-vp9 ) (encoders: libvpx-vp9 )`,
 * where a coder that is the only one and has the codec's own name is not listed again.
 */
export function parseCodecs(text: string): Pick<MediaTools, 'encoders' | 'decoders' | 'readableCodecs'> {
  const encoders = new Set<string>();
  const decoders = new Set<string>();
  const readableCodecs = new Set<string>();
  for (const line of text.split('\n')) {
    const [, decodes, encodes, name, rest] = /^ ([D.])([E.])[VASDT][I.][L.][S.] (\S+)(.*)$/.exec(line) ?? [];
    if (name === undefined || name === '=') continue;
    if (decodes === 'D') readableCodecs.add(name);
    if (decodes === 'D') for (const decoder of coders(rest, 'decoders') ?? [name]) decoders.add(decoder);
    if (encodes === 'E') for (const encoder of coders(rest, 'encoders') ?? [name]) encoders.add(encoder);
  }
  return { encoders, decoders, readableCodecs };
}

function coders(rest: string | undefined, kind: 'decoders' | 'encoders'): readonly string[] | null {
  const list = new RegExp(`\\(${kind}: ([^)]*)\\)`).exec(rest ?? '')?.[1];
  return list === undefined ? null : list.split(' ').filter((name) => name !== '');
}

/** Reads `ffmpeg -filters`: a line is ` TSC hue  V->V  description`; the number of flags differs between versions. */
export function parseFilters(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^\s[A-Z.]{2,4}\s+(\S+)\s+[AVN|]+->[AVN|]+/gm)].map((match) => match[1] ?? '');
  return new Set(names);
}
