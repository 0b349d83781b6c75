import { z } from 'zod';

/** The headers that control the connection, the length, or the kind of the answer. The service sets them itself. */
const OWN_HEADERS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'if-modified-since', 'if-none-match'],
  ...['keep-alive', 'proxy-connection', 'range', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** A header for requests to the address of a table. The value is secret and never part of an answer. */
export const requestHeader = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'Write the name of a header, such as `Authorization`.')
    .refine(
      (name) => !OWN_HEADERS.has(name.toLowerCase()),
      'This header can’t be set. Use one such as `Authorization`.',
    ),
  value: z
    .string()
    .min(1)
    .max(8192)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Write the value in one line, without control characters.')
    .optional()
    .describe('Secret value of the header. Default: the stored value.'),
});
