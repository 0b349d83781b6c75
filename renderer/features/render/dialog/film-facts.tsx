import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSizeRange } from '#renderer/ui/format/size.ts';
import { formatFrameRate, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { estimateBytes, filmedShare } from '../form/film-estimate.ts';
import type { RenderForm } from '../form/use-render-form.ts';
import { useQueue } from '../jobs/use-queue.ts';
import styles from './render-dialog.module.css';

/** What will be made: size, rate, length, and about how large the file will be. */
export function FilmFacts({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const project = useEditor((state) => state.project);
  const template = useEditor((state) => state.template);
  const { data: renders = [] } = useQueue();
  const { choices, check, film } = form;
  const { picture } = check;
  const count = film.range === null ? check.frames : film.range.to - film.range.from;
  if (picture === null || count === null) return null;
  const seconds = framesToSeconds(frames(count), picture.frameRate);
  const kept = renders.filter((each) => each.project === project && each.template === template);
  const size = estimateBytes({ ...choices, ...picture, frames: count, seconds, filmed: filmedShare(picture) }, kept);
  const hasPicture = form.formats.data?.find(({ name }) => name === choices.format)?.videoCodec !== null;
  const facts = [
    ...(hasPicture
      ? [words.pictureSize(picture.width, picture.height), words.fps(formatFrameRate(picture.frameRate))]
      : []),
    words.lengthOf(formatDuration(seconds), formatCount(count)),
    ...(size === null ? [] : [words.aboutSize(formatSizeRange(size.least, size.most))]),
  ];
  return (
    <div className={styles.row}>
      <span className={styles.label}>{words.result}</span>
      {/* A line breaks between facts, never within one. */}
      <p className={`${styles.facts} tabular`}>{facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ')}</p>
    </div>
  );
}
