import type { MovieBody } from '#service/inspection/inspect.ts';

/** Returns a template of one scene. */
export function templateXml(duration = '25', inside = '<video src="clip.mp4"/>'): string {
  return `<movie width="640" height="360" framerate="25"><scene duration="${duration}">${inside}</scene></movie>`;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function xmlBody(text: string): MovieBody {
  return { spelling: 'xml', bytes: utf8(text) };
}

/** Returns a JSON body. The argument is a value or JSON text. */
export function jsonBody(value: unknown): MovieBody {
  return { spelling: 'json', bytes: utf8(typeof value === 'string' ? value : JSON.stringify(value)) };
}

/** Returns the error of a rejected promise or a throwing function. Fails the test if there is none. */
export async function failureOf(work: Promise<unknown> | (() => unknown)): Promise<unknown> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}
