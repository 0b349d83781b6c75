import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';

/** Pixels of a sample: twice what is shown, for sharp screens. */
const WIDTH = 480;
const HEIGHT = 52;

export interface EngineSample {
  readonly picture: string | null;
  readonly isComing: boolean;
}

/**
 * A sample of a font that comes with the program, drawn by the engine, white on black: the page has no file of it. Null
 * while there is none; `isComing` as long as it is being drawn.
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

/** What is written in it is a variable's value, so that it may be any text. */
function sampleTemplate(family: string, weight: number): string {
  return (
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="1"><scene duration="1"><text content="\${sample, A}" ` +
    `font="${family}" weight="${weight}" size="34" width="100%" height="100%" yalign="middle" autosize="none" maxlines="1"/></scene></movie>`
  );
}

/** An address that needs no giving back: it is kept in the cache. */
export function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
