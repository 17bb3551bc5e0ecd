export type EtcdMember = {
  readonly name: string;
  readonly folder: string;
  readonly clientPort: number;
  readonly peerPort: number;
};

// Three members share one disk here: an election takes longer than a slow write.
const HEARTBEAT_MS = 500;
const ELECTION_MS = 5000;

/** The arguments of one member of etcd. */
export function createEtcdArguments(member: EtcdMember, members: readonly EtcdMember[]): readonly string[] {
  const url = (port: number) => `http://127.0.0.1:${port}`;
  return Object.entries({
    name: member.name,
    'data-dir': member.folder,
    'listen-client-urls': url(member.clientPort),
    'advertise-client-urls': url(member.clientPort),
    'listen-peer-urls': url(member.peerPort),
    'initial-advertise-peer-urls': url(member.peerPort),
    'initial-cluster': members.map(({ name, peerPort }) => `${name}=${url(peerPort)}`).join(','),
    'heartbeat-interval': String(HEARTBEAT_MS),
    'election-timeout': String(ELECTION_MS),
  }).flatMap(([name, value]) => [`--${name}`, value]);
}
