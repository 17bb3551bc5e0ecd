/** A node of a CPU profile of the inspector: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/ */
type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
};

export type CpuProfile = {
  readonly nodes: readonly ProfileNode[];
  /** The node of each sample, and the microseconds since the sample before it. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

const PACKAGES: readonly (readonly [part: string, names: RegExp])[] = [
  ['Fastify', /^(?:fastify|@fastify|find-my-way|avvio|secure-json-parse|fast-querystring|rfdc|toad-cache)/],
  ['PostgreSQL client', /^(?:pg|postgres-)/],
  ['viem', /^(?:viem|ox|abitype|@noble)/],
  ['valibot', /^valibot/],
  ['metrics', /^(?:prom-client|tdigest|bintrees)/],
];

const PROGRAM = 'system calls and native code';
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['(program)', PROGRAM],
  ['(garbage collector)', 'garbage collection'],
  ['(idle)', 'idle'],
  ['(root)', PROGRAM],
]);

/** The part of the service that a function belongs to; null for a native function, which belongs to its caller. */
function partOf({ functionName, url }: ProfileNode['callFrame']): string | null {
  const special = SPECIAL.get(functionName);
  if (special) return special;
  const dependency = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency) return PACKAGES.find(([, names]) => names.test(dependency))?.[0] ?? 'other packages';
  if (/^node:(?:_http|http|net|internal\/(?:http|stream|js_stream|socket))/.test(url))
    return 'Node.js: HTTP and sockets';
  if (url.startsWith('node:')) return 'Node.js: other';
  const folder = /\/(service\/[a-z]+|shared)\//.exec(url)?.[1];
  return folder ?? (url === '' ? null : 'other packages');
}

/** The microseconds that each part of the service took. A function counts without the functions that it called. */
export function sumByPart({ nodes, samples, timeDeltas }: CpuProfile): ReadonlyMap<string, number> {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOfNode = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (!node) return PROGRAM;
    return partOf(node.callFrame) ?? partOfNode(parents.get(node.id));
  };
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOfNode(id);
    sums.set(part, (sums.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  sums.delete('idle');
  return sums;
}
