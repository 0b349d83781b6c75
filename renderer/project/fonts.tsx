import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { assetUrl } from '#renderer/api/client/media-urls.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import styles from './font-words.module.css';

export interface FontWordsProps {
  readonly project: string;
  /** A bundled or added font family, or a font file of the project. */
  readonly font: string;
  readonly weight: number;
  readonly text: string;
}

/** A text in a font, displayed as in films. */
export function FontWords({ project, font, weight, text }: FontWordsProps) {
  const isFile = isFontFile(font);
  const { data: assets } = useAssets(project);
  const face = useFontFace(project, (isFile ? assetNamed(assets, font) : undefined) ?? null);
  const { picture, isComing } = useEngineSample(project, isFile ? null : font, text, weight);
  if (isFile)
    return (
      <span
        className={clsx(styles.words, face === null && styles.waits)}
        style={face === null ? undefined : { fontFamily: `"${face}"`, fontWeight: weight }}
      >
        {text}
      </span>
    );
  return (
    <span
      role="img"
      aria-label={text}
      className={clsx(styles.drawn, picture !== null && styles.shown)}
      style={picture === null ? undefined : { maskImage: `url("${picture}")` }}
    >
      {isComing && <Skeleton height="100%" />}
    </span>
  );
}

/** The loaded fonts by family name. The cache makes texts appear immediately after scrolling back. */
const loadedFaces = new Map<string, Promise<FontFace>>();

/**
 * Loads the font of a file under a unique family name. Returns that name; null until the font is loaded, and if the
 * browser cannot read it.
 */
export function useFontFace(project: string, file: AssetEntry | null): string | null {
  const name = file === null ? null : `asset-${file.etag.replaceAll(/[^\w]/gu, '')}`;
  const address = file === null ? null : assetUrl(project, file.name);
  const [ready, setReady] = useState<string | null>(null);
  useEffect(() => {
    if (name === null || address === null) return;
    let isGone = false;
    const face = loadedFaces.get(name) ?? new FontFace(name, `url("${address}")`).load();
    loadedFaces.set(name, face);
    face
      .then((font) => {
        document.fonts.add(font);
        if (!isGone) setReady(name);
      })
      // The browser cannot read the font, so only its name is shown. Remove the entry to allow a retry, for example
      // when the service is reachable again.
      .catch(() => loadedFaces.delete(name));
    return () => {
      isGone = true;
    };
  }, [name, address]);
  return ready === name ? ready : null;
}

/** The width of a sample in device pixels: twice its width in CSS pixels. */
const WIDTH = 480;
const HEIGHT = 52;

export interface EngineSample {
  readonly picture: string | null;
  readonly isComing: boolean;
}

/**
 * Returns a sample of a bundled font, white on black; null if there is none. The engine renders the sample, because the
 * page does not have the font file. `isComing` is true while it is being rendered.
 */
export function useEngineSample(project: string, family: string | null, text: string, weight = 400): EngineSample {
  const { client, region } = useApi();
  const { data = null, isLoading } = useQuery({
    queryKey: queryKeys.fontSample(family ?? '', weight, text),
    enabled: family !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await client.open('renderFrame', {
        parameters: { region: await region(), project },
        body: {
          template: sampleTemplate(family ?? '', weight),
          variables: JSON.stringify({ sample: text }),
          frame: '0',
        },
        signal,
      });
      return dataAddress(await answer.blob());
    },
  });
  return { picture: data, isComing: isLoading };
}

/** Returns a template whose text comes from a variable. The value of a variable can contain any characters. */
function sampleTemplate(family: string, weight: number): string {
  return (
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="1"><scene duration="1"><text content="\${sample, A}" ` +
    `font="${family}" weight="${weight}" size="34" width="100%" height="100%" yalign="middle" autosize="none" maxlines="1"/></scene></movie>`
  );
}

/** Returns a blob as a data URL, which the query cache can store because it needs no release. */
export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
