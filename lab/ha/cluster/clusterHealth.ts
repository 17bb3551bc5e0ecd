/** A member as Patroni's `/cluster` shows it. */
export type ClusterMember = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  /** Bytes behind the primary, or "unknown". */
  readonly lag?: number | string;
};

const MAX_LAG = 1_048_576;
const STANDBY_STATES = ['running', 'streaming'];

/** The name of the primary, or null. */
export function findLeader(members: readonly ClusterMember[]): string | null {
  return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null;
}

/** Whether every node runs on the primary's timeline, and a standby is synchronous. */
export function isHealthy(members: readonly ClusterMember[], nodes: number): boolean {
  const leader = members.find(({ name }) => name === findLeader(members));
  const standbys = members.filter(({ role }) => role === 'replica' || role === 'sync_standby');
  const followers = standbys.filter(
    ({ state, timeline, lag }) =>
      STANDBY_STATES.includes(state) && timeline === leader?.timeline && typeof lag === 'number' && lag <= MAX_LAG,
  );
  return leader !== undefined && followers.length === nodes - 1 && standbys.some(({ role }) => role === 'sync_standby');
}
