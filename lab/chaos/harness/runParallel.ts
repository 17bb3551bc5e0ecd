/** Runs jobs, so many at a time; each learns which of the places it has. @returns the results in the order of the jobs */
export async function runJobs<Job, Result>(
  jobs: readonly Job[],
  places: number,
  run: (job: Job, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (place: number) => {
    while (next < jobs.length) {
      const index = next;
      next += 1;
      const job = jobs[index];
      if (job !== undefined) results[index] = await run(job, place);
    }
  };
  // All have to be over before anybody takes away what they run on.
  const ends = await Promise.allSettled(
    Array.from({ length: Math.min(places, jobs.length) }, (_, place) => work(place)),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
