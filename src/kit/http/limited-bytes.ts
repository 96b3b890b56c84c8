/** A body is longer than it may be. */
export class TooLong extends Error {}

/**
 * The body of an answer, read up to so many bytes.
 * @throws TooLong, or what broke the connection
 */
export async function limitedBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new TooLong(`the body is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
