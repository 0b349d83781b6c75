import { useRef } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type MediaFacts, useMediaFacts } from '#renderer/api/queries/use-media.ts';
import { kindName, notesOf } from '#renderer/project/asset-notes.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatShortDate } from '#renderer/ui/format/date.ts';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { codecName, containerName } from '#renderer/ui/format/media-names.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { AssetThumb } from '../grid/asset-thumb.tsx';
import styles from './asset-dialogs.module.css';
import { useTemplatesUsing } from './use-templates-using.ts';

export interface AssetDetailsProps {
  readonly project: string;
  readonly entry: AssetEntry;
  readonly onClose: () => void;
}

/** All known facts about an asset. */
export function AssetDetails({ project, entry, onClose }: AssetDetailsProps) {
  const strings = useStrings().assets;
  const facts = useMediaFacts(project, entry);
  const { data: using } = useTemplatesUsing([entry.name]);
  const close = useRef<HTMLButtonElement>(null);
  const mediaFacts: MediaFacts | null = facts.data ?? null;
  const isMedia = entry.media?.kind === 'video' || entry.media?.kind === 'audio';
  return (
    <Dialog
      open={true}
      onClose={onClose}
      title={strings.details.title}
      initialFocus={close}
      footer={
        <Button ref={close} variant="primary" onClick={onClose}>
          {strings.details.close}
        </Button>
      }
    >
      <div className={styles.details}>
        <div className={styles.thumb}>
          <AssetThumb project={project} entry={entry} />
        </div>
        <dl className={styles.facts}>
          {detailRows({ entry, facts: mediaFacts, using: using ?? null, words: strings }).map(
            ({ label, value, style }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={style === 'note' ? styles.note : style} title={value}>
                  {value}
                </dd>
              </div>
            ),
          )}
        </dl>
      </div>
      {facts.error !== null && isMedia && (
        <p className={styles.hint}>
          {strings.details.failed} {problemText(facts.error)}
        </p>
      )}
    </Dialog>
  );
}

export interface DetailRow {
  readonly label: string;
  readonly value: string;
  /** The style of the value: `mono` for digests, `note` for problems. */
  readonly style: 'tabular' | 'mono' | 'note';
}

export interface DetailInput {
  readonly entry: AssetEntry;
  /** The facts about the streams; null while loading, and for files without media. */
  readonly facts: MediaFacts | null;
  /** The names of the templates that use the asset; null while loading. */
  readonly using: readonly string[] | null;
  readonly words: Catalogue['assets'];
}

/** Returns a row for each known fact. */
function detailRows({ entry, facts, using, words }: DetailInput): readonly DetailRow[] {
  const { details } = words;
  const { media } = entry;
  const video = facts?.video ?? null;
  const audio = facts?.audio ?? null;
  const rows: readonly (readonly [string, string | null | undefined, ('mono' | 'note')?])[] = [
    [details.name, entry.name],
    [details.kind, media === null ? words.reading : kindName(entry, words)],
    [details.problem, notesOf(entry, words).join(' ') || null, 'note'],
    [details.size, formatSize(entry.size)],
    [details.duration, duration(facts?.durationSeconds ?? media?.durationSeconds ?? null)],
    [
      details.picture,
      video === null ? stillSize(media, words) : details.pixels(video.displayWidth, video.displayHeight),
    ],
    [details.fontFamily, media?.fontFamily],
    [details.frameRate, video === null ? null : rate(video, words)],
    [details.rotation, video === null || video.rotation === 0 ? null : details.degrees(video.rotation)],
    [details.video, video && codecName(video.codec)],
    [details.audio, audio && codecName(audio.codec)],
    [details.sampleRate, audio === null ? null : sound(audio, words)],
    [details.otherTracks, facts?.otherTracks && words.otherTracks(facts.otherTracks.video, facts.otherTracks.audio)],
    [details.container, facts && containerName(facts.container)],
    [details.tags, entry.tags.join(', ') || null],
    [details.added, formatDay(entry.createdAt)],
    [details.changed, entry.updatedAt === entry.createdAt ? null : formatDay(entry.updatedAt)],
    [details.usedIn, using === null ? words.rename.looking : using.join(', ') || details.nowhere],
    [details.fingerprint, entry.etag.replaceAll('"', ''), 'mono'],
  ];
  return rows.flatMap(([label, value, style]): readonly DetailRow[] =>
    value === null || value === undefined ? [] : [{ label, value, style: style ?? 'tabular' }],
  );
}

function stillSize(media: AssetEntry['media'], { details }: Catalogue['assets']): string | null {
  if (media?.kind !== 'image' || media.width === null || media.height === null) return null;
  return details.pixels(media.width, media.height);
}

function duration(seconds: number | null): string | null {
  return seconds === null ? null : `${formatLength(seconds)} (${formatNumber(seconds, 3)} s)`;
}

function rate(
  { frameRate, variableRate }: NonNullable<MediaFacts['video']>,
  { fps, details }: Catalogue['assets'],
): string | null {
  if (frameRate === null) return null;
  const [numerator = '', denominator = '1'] = frameRate.split('/');
  const rateText = fps(formatNumber(Number(numerator) / Number(denominator), 3));
  return variableRate ? `${rateText}, ${details.variableRate}` : rateText;
}

function sound({ sampleRate, channels }: NonNullable<MediaFacts['audio']>, { details }: Catalogue['assets']): string {
  return `${details.kilohertz(formatNumber(sampleRate / 1000, 1))}, ${details.channels(channels)}`;
}

function formatDay(iso: string): string {
  return formatShortDate(new Date(iso));
}
