import type { Api } from '#renderer/api/api.ts';

/** The inputs that determine a frame of a row's film. */
export interface RowPictureInput {
  readonly project: string;
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
  readonly frame: number;
  /** The width of the film in pixels, which limits the width of the frame. */
  readonly filmWidth: number;
}

/** Serializes the query of a frame. Equal queries give equal pictures. */
export function frameQuery({ values, ...rest }: RowPictureInput, width: number): string {
  return JSON.stringify({ ...rest, values: Object.fromEntries(values), width: Math.min(width, rest.filmWidth) });
}

/** Loads a frame that the engine renders. `query` comes from `frameQuery`. Rejects with the problem of the service. */
export async function loadRowFrame(
  { client, region }: Pick<Api, 'client' | 'region'>,
  query: string,
  signal: AbortSignal,
): Promise<Blob> {
  const input: Omit<RowPictureInput, 'values'> & { values: object; width: number } = JSON.parse(query);
  const answer = await client.open('renderFrame', {
    parameters: { region: await region(), project: input.project },
    body: {
      template: input.text,
      variables: JSON.stringify(input.values),
      frame: String(input.frame),
      width: String(input.width),
    },
    signal,
  });
  return answer.blob();
}
