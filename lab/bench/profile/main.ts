import { readCommandLine, readCount } from '../../commandLine.ts';
import { findFreePorts } from '../../processes/freePort.mjs';
import { toTable } from '../../report/toTable.ts';
import { withApi } from '../api/apiBench.ts';
import { REQUEST_KINDS } from '../api/apiRequests.ts';
import { saturate } from '../api/saturate.ts';
import { sumByPart } from './cpuProfile.ts';
import { connectInspector } from './inspector.ts';

const HELP = `Usage: npm run bench -- profile [--seconds 5]

Profiles the API process under full load, and sums the processor time of a request by the part of the service that used it.

  --seconds  how long to profile each kind of request (default 5)`;

const { values } = readCommandLine({ help: HELP, options: ['seconds'] });
const seconds = readCount('--seconds', values.seconds ?? '5');
const WARM_UP_SECONDS = 2;

const [port = 0] = await findFreePorts(1);

await withApi({ nodeOptions: [`--inspect=127.0.0.1:${port}`] }, async ({ url }) => {
  const inspector = await connectInspector(port);
  const sums: ReadonlyMap<string, number>[] = [];
  for (const { name, requests } of REQUEST_KINDS) {
    await saturate({ url, requests }, { seconds: WARM_UP_SECONDS });
    let answered = 0;
    const profile = await inspector.profile(async () => {
      ({ answered } = await saturate({ url, requests }, { seconds }));
    });
    const parts = sumByPart(profile);
    sums.push(new Map([...parts].map(([part, us]) => [part, us / answered])));
    console.error(`${name}: ${answered} requests profiled`);
  }
  inspector.close();
  const totals = new Map<string, number>();
  for (const [part, us] of sums.flatMap((sum) => [...sum])) totals.set(part, (totals.get(part) ?? 0) + us);
  const parts = [...totals].sort(([, a], [, b]) => b - a).map(([part]) => part);
  const cell = (us: number | undefined) => (us ?? 0).toFixed(1);
  const table = toTable([
    ['microseconds of a request', ...REQUEST_KINDS.map(({ name }) => name)],
    ...parts.map((part) => [part, ...sums.map((sum) => cell(sum.get(part)))]),
    ['sum', ...sums.map((sum) => cell([...sum.values()].reduce((total, us) => total + us, 0)))],
  ]);
  console.log(table);
});
