/** Takes the first item that fits out of a list; false when none does. */
export function takeFirst<T>(list: T[], fits: (item: T) => boolean): boolean {
  const index = list.findIndex(fits);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
