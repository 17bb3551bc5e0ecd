import { compileContracts } from '../../../contracts/artifacts.ts';
import { startTestChain } from '../../anvil/testChain.ts';
import { readCommandLine } from '../../commandLine.ts';
import { describeGas, describeSteps } from './describeGas.ts';
import { measureGas } from './measureGas.ts';

const CHAIN_ID = 44_300;
const HELP = `Usage: npm run bench -- gas

Sends payments, deposits and plain transfers to a new chain, and compares the gas of the transactions.`;

readCommandLine({ help: HELP, options: [] });
const chain = await startTestChain(CHAIN_ID);
try {
  const measurements = await measureGas(chain, await compileContracts());
  const tables = `${describeGas(measurements)}\n\n${describeSteps(measurements)}`;
  console.log(tables);
} finally {
  await chain.stop();
}
