import { damageFindings } from '#shared/film/checks/damaged-source.ts';
import type { Film } from '#shared/film/scenes/film.ts';
import { overlayLayers } from '#shared/film/scenes/overlaid.ts';
import { statement } from '#shared/statements/statement.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { formatFrameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import type { Format } from '../formats/format.ts';
import type { FilmSources } from './film-sources.ts';
import type { Canvas } from './picture-graph.ts';

/** What a film in a format shows otherwise than its template says, and what is wrong with its sources. */
export function planWarnings(film: Film, sources: FilmSources, canvas: Canvas, format: Format): readonly Finding[] {
  return [...adaptations(film, canvas, format), ...sourceWarnings(film, sources, canvas)];
}

function adaptations({ movie, sounds }: Film, canvas: Canvas, { label, sound }: Format): readonly Finding[] {
  const findings: Finding[] = [];
  if (canvas.width !== movie.width || canvas.height !== movie.height)
    findings.push({
      code: 'format/size',
      says: statement('format/size', {
        format: label,
        width: movie.width,
        height: movie.height,
        renderedWidth: canvas.width,
        renderedHeight: canvas.height,
      }),
      at: { node: movie.id, attribute: canvas.width !== movie.width ? 'width' : 'height' },
    });
  if (!sameFrameRate(canvas.frameRate, movie.frameRate))
    findings.push({
      code: 'format/frame-rate',
      says: statement('format/frame-rate', {
        format: label,
        rate: formatFrameRate(movie.frameRate),
        renderedRate: formatFrameRate(canvas.frameRate),
      }),
      at: { node: movie.id, attribute: 'framerate' },
    });
  if (sound === null && sounds.length > 0)
    findings.push({ code: 'format/no-sound', says: statement('format/no-sound', { format: label }), at: null });
  return findings;
}

function sourceWarnings(film: Film, { media }: FilmSources, canvas: Canvas): readonly Finding[] {
  const damaged = damageFindings(film, ({ id }) => media.get(id)?.facts.damage ?? null);
  return [...damaged, ...(canvas.toneMaps ? [] : flatSources(film, media))];
}

function flatSources({ movie, stretches }: Film, sources: FilmSources['media']): readonly Finding[] {
  return [...stretches.flatMap(({ layers }) => layers), ...overlayLayers(movie)]
    .filter((layer) => (sources.get(layer.id)?.facts.video?.transfer ?? 'sdr') !== 'sdr')
    .map((layer) => ({
      code: 'source/hdr' as const,
      says: statement('source/hdr'),
      at: { node: layer.id },
    }));
}
