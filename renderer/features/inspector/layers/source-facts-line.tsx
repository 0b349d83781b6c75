import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { damageNote } from '#renderer/common/sources/asset-notes.ts';
import { RelinkButton } from '#renderer/common/sources/relink-button.tsx';
import { sourceFactsQuery } from '#renderer/common/sources/source-facts.ts';
import type { ShownKind } from '#renderer/common/sources/source-list.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { fittingDuration, shortfall } from '#shared/template/values/source-length.ts';
import fields from '../controls/fields.module.css';
import { Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import type { Row } from '../model/layer-parts.ts';
import { factsText, isPicture, pictureFacts } from '../model/source-facts.ts';

interface SourceFactsProps {
  readonly source: MediaSource;
  /** What is offered in its place. */
  readonly shows: readonly ShownKind[];
  /** Undefined for several: then nothing is said of one scene. */
  readonly layer: NodeId | undefined;
  /** All that show it. */
  readonly nodes: readonly NodeId[];
}

const DEINTERLACE: readonly Row[] = [['deinterlace', elementRegistry.video.attributes.deinterlace]];

/** What is known of a source, and whether it lasts as long as its scene. */
export function SourceFacts(props: SourceFactsProps) {
  return isPicture(props.shows) ? <PictureFacts source={props.source} /> : <MediaFacts {...props} />;
}

/** What the list of assets knows of a picture; of one at an address nobody knows anything yet. */
function PictureFacts({ source }: Pick<SourceFactsProps, 'source'>) {
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const text = pictureFacts(source, assets ?? []);
  return text === null ? null : <p className={`${styles.facts} tabular`}>{text}</p>;
}

function MediaFacts({ source, shows, layer, nodes }: SourceFactsProps) {
  const { inspector, assets } = useStrings();
  const project = useEditor((state) => state.project);
  const { data: facts, error } = useSourceFacts(project, source);
  if (error instanceof UnreachableError) return <Problem text={inspector.serviceAway} tone="warning" />;
  if (error !== null)
    return (
      <>
        <Problem text={`${inspector.sourceFailed}: ${problemText(error)}`} />
        <RelinkButton source={source} shows={shows} className={fields.fix} />
      </>
    );
  return (
    <>
      <p className={`${styles.facts} tabular`} title={facts && factsText(facts, inspector, true)}>
        {facts === undefined ? inspector.readingFacts : factsText(facts, inspector, false)}
      </p>
      {facts?.changes.slice(0, 1).map(({ of, seconds }) => (
        <p key={of} className={styles.facts}>
          {inspector.sourceChanges(of, formatNumber(seconds, 2))}
        </p>
      ))}
      {facts?.video?.fieldOrder && !shows.includes('audio') && <Form nodes={nodes} rows={DEINTERLACE} />}
      {facts?.damage && <Problem text={damageNote(facts.damage, assets.damage)} tone="warning" />}
      {facts?.video && layer !== undefined && <Shortfall layer={layer} endSeconds={facts.video.endSeconds} />}
    </>
  );
}

function Shortfall({ layer: id, endSeconds }: { readonly layer: NodeId; readonly endSeconds: number }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const rate = useEditor(selectRate);
  const scene = useEditor(({ movie }) =>
    timelineOf(movie).scenes.find(({ layers }) => layers.some((layer) => layer.id === id)),
  );
  const layer = scene?.layers.find((each) => each.id === id);
  if (scene === undefined || layer?.kind !== 'video' || rate === null) return null;
  const { skip, speed, end, freeze } = layer;
  if (freeze !== null || end !== 'hold') return null;
  const use = { skip, duration: scene.duration, rate, endSeconds, speed };
  const missing = shortfall(use);
  if (missing === 0) return null;
  const fitting = fittingDuration(use);
  return (
    <>
      <Problem text={inspector.sourceEnds(missing)} tone="warning" />
      {scene.layers.length === 1 && fitting < scene.duration && (
        <Button
          size="sm"
          className={fields.fix}
          onClick={() => dispatch({ type: 'scene/set-duration', scenes: [scene.id], duration: fitting })}
        >
          {inspector.trimTo(fitting)}
        </Button>
      )}
    </>
  );
}

function useSourceFacts(project: string, source: MediaSource) {
  const { client } = useApi();
  const { data: assets } = useAssets(project);
  return useQuery(sourceFactsQuery(client, project, source, assets));
}
