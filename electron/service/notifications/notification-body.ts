/** The event of a render that has ended. */
export type RenderNotification =
  | {
      readonly type: 'render.succeeded';
      readonly id: string;
      readonly project: string;
      readonly format: string;
      readonly url: string;
    }
  | {
      readonly type: 'render.failed';
      readonly id: string;
      readonly project: string;
      readonly format: string;
      /** A code of the catalog, and its message. */
      readonly error: { readonly code: string; readonly message: string };
    };

/**
 * Returns the JSON that is sent: `{type, timestamp, data: {id, project, format, url | error}}`. `timestamp` is in ISO
 * 8601 (https://www.standardwebhooks.com: "the timestamp of when the event occurred"). `now` is in milliseconds since
 * 1970.
 */
export function notificationBody({ type, ...data }: RenderNotification, now: number): string {
  return JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
}
