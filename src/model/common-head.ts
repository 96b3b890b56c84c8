/** How many code units two texts begin with alike. */
export function commonHead(one: string, two: string): number {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length++;
  return length;
}
