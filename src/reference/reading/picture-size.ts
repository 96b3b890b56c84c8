/** The width and height in pixels that a PNG or JPEG says of itself; null for anything else. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
  } catch {
    // It ends too early.
    return null;
  }
}

/** ITU-T T.81: the segments are gone through to the one that begins the frame (SOF0 to SOF15, but for the three that hold tables). */
function jpegSize(view: DataView): { width: number; height: number } | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const begins = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (begins) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}
