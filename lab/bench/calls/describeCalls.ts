import { toTable } from '../../report/toTable.ts';

/** The calls of one program that watches idle chains. */
export type IdleCalls = {
  readonly name: string;
  readonly calls: number;
  /** Requests for the newest block. */
  readonly heads: number;
  /** Calls by method. */
  readonly methods: ReadonlyMap<string, number>;
};

/** A time without deposits, and the blocks that the chains had in it together. */
export type IdlePeriod = { readonly seconds: number; readonly chains: number; readonly blocks: number };

const GOAL = 1;

/** The table of the calls without deposits. The first program is the baseline. */
export function describeCalls(programs: readonly IdleCalls[], { seconds, chains, blocks }: IdlePeriod): string {
  const [bare] = programs;
  const rows = programs.map(({ name, calls, heads }) => {
    const perBlock = (calls - heads) / blocks;
    return [
      name,
      (calls / seconds / chains).toFixed(2),
      (heads / seconds / chains).toFixed(2),
      perBlock.toFixed(2),
      bare ? (calls / bare.calls).toFixed(2) : '–',
      ...(name === bare?.name ? ['–', '–'] : [`under ${GOAL}`, perBlock < GOAL ? 'yes' : 'no']),
    ];
  });
  const header = ['without deposits', 'calls/s per chain', 'for the newest block', 'others per new block', 'ratio'];
  return toTable([[...header, 'goal', 'met'], ...rows], 'text');
}

/** The table of the methods that each program calls. */
export function describeMethods(programs: readonly IdleCalls[], blocks: number): string {
  const methods = [...new Set(programs.flatMap((program) => [...program.methods.keys()]))].sort();
  const rows = methods.map((method) => [
    method,
    ...programs.map((program) => ((program.methods.get(method) ?? 0) / blocks).toFixed(2)),
  ]);
  return toTable([['calls per new block', ...programs.map(({ name }) => name)], ...rows]);
}
