/** How much of anything is under way at once. */
const IN_FLIGHT = 64;

/** So many pieces of work, IN_FLIGHT at a time. */
export async function many(count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}
