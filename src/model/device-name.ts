/** True for a name that Windows keeps for a device, so that no file or folder can have it, in whatever case, nor with anything behind a dot. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}
