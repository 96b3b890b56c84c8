/** Masked as text, so that a secret within a text is found too; what the mask has broken is kept as that text. */
export function maskedJson(value: unknown, mask: (text: string) => string): unknown {
  const text = mask(JSON.stringify(value));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
