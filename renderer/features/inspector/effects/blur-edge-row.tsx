import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type AttributeField, fieldText } from '#renderer/common/edits/field-model.ts';
import { sourceFactsQuery } from '#renderer/common/sources/source-facts.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { framedLayers } from '#shared/film/boxes/framed-layers.ts';
import { layerSize, NOTHING_KNOWN } from '#shared/film/boxes/layer-size.ts';
import { autoEdge } from '#shared/film/rows/blur-edge.ts';
import { elementsOf, type NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Size } from '#shared/template/values/placement.ts';
import fields from '../controls/fields.module.css';
import { offeredOptions, optionLabel } from '../controls/options.ts';
import { FieldRow } from '../fields/field-row.tsx';

/** The edge of a blur. For a single layer, the word for `auto` names the edge that it means now. */
export function BlurEdgeRow({ field, effect }: { readonly field: AttributeField; readonly effect: NodeId | null }) {
  const { inspector } = useStrings();
  const edge = useAutoEdge(effect);
  const text = fieldText(field);
  const { spec } = field;
  const options = offeredOptions(spec, text).map((value) => {
    const label = optionLabel(spec, value);
    return {
      value,
      label: value === 'auto' && edge !== null ? `${label} (${optionLabel(spec, edge).toLowerCase()})` : label,
    };
  });
  return (
    <FieldRow
      field={field}
      compact
      control={(edit) => (
        <Select
          value={text}
          options={options}
          label={specWords(spec).label}
          placeholder={inspector.mixed}
          size="sm"
          className={fields.grow}
          onChange={edit.commit}
        />
      )}
    />
  );
}

/** The edge that `auto` means for the layer of an effect; null where that is not known. */
function useAutoEdge(effect: NodeId | null): ReturnType<typeof autoEdge> | null {
  const document = useEditor((state) => state.document);
  const holder = useMemo(
    () => [...elementsOf(document.root)].find(({ children }) => children.some(({ id }) => id === effect))?.id ?? null,
    [document, effect],
  );
  const movie = useEditor((state) => state.movie);
  const framed = movie === null ? undefined : framedLayers(movie).find(({ layer }) => layer.id === holder);
  const source = framed?.layer.kind === 'video' || framed?.layer.kind === 'image' ? framed.layer.source : null;
  const picture = usePicture(source, framed?.layer.kind === 'video');
  if (framed === undefined) return null;
  const { layer, frame } = framed;
  const known = { ...NOTHING_KNOWN, ofSource: () => picture?.size ?? null };
  if (source !== null && picture === null) return null;
  const edgeOf = (isOpaque: boolean) =>
    autoEdge({ layer, frame, isOpaque, size: layerSize(layer, frame, null, known) });
  const isOpaque = picture === null ? true : picture.isOpaque;
  if (isOpaque !== null) return edgeOf(isOpaque);
  return edgeOf(true) === edgeOf(false) ? edgeOf(true) : null;
}

interface KnownPicture {
  readonly size: Size;
  /** Null of an image whose format may have transparency: its pixels decide. */
  readonly isOpaque: boolean | null;
}

/** The picture in a file, as far as the service knows it. */
function usePicture(source: MediaSource | null, isVideo: boolean): KnownPicture | null {
  const { client } = useApi();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const asked = source ?? NO_SOURCE;
  const { data: facts } = useQuery({
    ...sourceFactsQuery(client, project, asked, assets),
    ...((source === null || !isVideo) && { enabled: false }),
  });
  if (source === null) return null;
  if (isVideo) {
    if (!facts?.video) return null;
    const { displayWidth: width, displayHeight: height, hasAlpha } = facts.video;
    return { size: { width, height }, isOpaque: !hasAlpha };
  }
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  if (entry?.media?.width == null || entry.media.height === null) return null;
  const { width, height } = entry.media;
  return { size: { width, height }, isOpaque: /\.jpe?g$/i.test(entry.name) ? true : null };
}

const NO_SOURCE: MediaSource = { kind: 'asset', name: '' };
